import { ReplaceValue } from "@/components/replace-value";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { Link } from "@/components/ui/link";
import { query } from "@/lib/platform/db";
import { formatCount } from "@/lib/rules/format-count";
import { type FormerUrl, findFormerUrls } from "@/lib/snitches/former-urls";
import { replaceUrlAction } from "./actions";
import { CheckInExamples, CheckInFields } from "./check-in-fields";
import type { LoadedSnitch } from "./load-snitch";

type CheckInSectionProps = { snitch: LoadedSnitch; snitchUrl: string; mayManage: boolean; now: Date };

/** The check-in URL, and examples for jobs. One line once the job reports: the examples are on a page of their own, because they are a third of this one. */
export async function CheckInSection({ snitch, snitchUrl, mayManage, now }: CheckInSectionProps) {
  const { id, token, caseId, checkInKey } = snitch;
  const formerUrl = checkInKey === token ? undefined : (await findFormerUrls(query, [id], now)).get(id);
  const replace = mayManage && (
    <ReplaceValue
      trigger="Replace URL…"
      title="Replace the check-in URL?"
      description="The job needs the new URL before the old one expires. The snitch keeps its history and its token in the API."
      noun="URL"
      newName="check-in URL"
      confirm="Replace URL"
      busy="Replacing…"
      replace={replaceUrlAction.bind(null, caseId, token)}
    />
  );
  const field = (
    <div className="grid gap-2">
      <CheckInFields checkInKey={checkInKey} hotkey="y" isInline />
      {formerUrl && <FormerUrlNote url={formerUrl} />}
    </div>
  );
  if (snitch.status === "pending")
    return (
      <Section title="Check in" className="print:hidden" aside={replace}>
        {field}
        <CheckInExamples snitch={snitch} />
      </Section>
    );
  return (
    <section
      aria-label="Check in"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-4 print:hidden"
    >
      <div className="min-w-0 grow basis-80">{field}</div>
      <Link
        href={`${snitchUrl}/setup`}
        className="py-1 text-sm text-ink-quiet underline underline-offset-4 hover:text-ink"
      >
        Examples
      </Link>
      {replace}
    </section>
  );
}

/** Until when the old URL works, and whether a job still uses it. */
const FormerUrlNote = ({ url: { worksUntil, checkIns, lastAddress } }: { url: FormerUrl }) => (
  <p className="text-sm text-ink-quiet">
    {checkIns === 0
      ? "No check-ins by the old URL since it was replaced"
      : `${formatCount(checkIns, "check-in", "check-ins")} by the old URL${lastAddress && ` from ${lastAddress}`}`}
    . It works until <Time at={worksUntil} />.
  </p>
);
