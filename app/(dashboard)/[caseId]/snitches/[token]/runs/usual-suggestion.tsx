import { Form, Submit } from "@/components/ui/form";
import { countCheckAlerts, formatCheckAlerts } from "@/lib/replay/count-check-alerts";
import { MAX_CHECKS } from "@/lib/rules/runs/parse-check";
import type { Run } from "@/lib/rules/runs/run";
import { MIN_USUAL_RUNS } from "@/lib/rules/runs/usual";
import { addCheckAction } from "../check-actions";
import { dismissSuggestionAction } from "../suggestion-actions";

type UsualSuggestionProps = {
  snitch: { caseId: string; token: string; checks: string[]; silenced: string[] };
  /** The latest ones, newest first. */
  runs: Run[];
  now: Date;
};

/** Offers an alert when a number of the job falls below half of what is usual, with what it would have raised. Nothing once a check has it, or it was dismissed. */
export async function UsualSuggestion({ snitch, runs, now }: UsualSuggestionProps) {
  const name = snitch.silenced.includes("usual") ? null : chooseMetric(snitch.checks, runs);
  if (name === null) return null;
  const check = `metric.${name} > 50% of usual`;
  const past = await countCheckAlerts(snitch.caseId, snitch.token, [check], now);
  if (!past) return null;
  return (
    <div
      role="note"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line bg-surface-quiet px-3 py-2 text-sm print:hidden"
    >
      <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <strong className="font-medium">
          Alert when <span className="font-mono">{name}</span> falls below half of usual?
        </strong>{" "}
        {formatCheckAlerts(past.counts[0] ?? 0)}
      </p>
      <Form action={addCheckAction.bind(null, snitch.caseId, snitch.token, check)}>
        <Submit look="plain" busy="Saving…">
          Add This Check
        </Submit>
      </Form>
      <Form action={dismissSuggestionAction.bind(null, snitch.caseId, snitch.token, "usual")}>
        <Submit look="plain" busy="Saving…">
          Do Not Suggest Again
        </Submit>
      </Form>
    </div>
  );
}

/** A size before any other number; null if there are too few, or if the checks have it or have no room. */
function chooseMetric(checks: string[], runs: Run[]): string | null {
  if (checks.length >= MAX_CHECKS) return null;
  const counts = new Map<string, number>();
  for (const { metrics } of runs)
    for (const [name, value] of Object.entries(metrics))
      if (value > 0) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts].flatMap(([name, count]) =>
    count > MIN_USUAL_RUNS && !/seconds$/i.test(name) ? [name] : [],
  );
  const name = names.find((each) => /bytes$/i.test(each)) ?? names[0] ?? null;
  const isChecked = checks.some((check) => check.startsWith(`metric.${name} `) && / of usual$/i.test(check));
  return isChecked ? null : name;
}
