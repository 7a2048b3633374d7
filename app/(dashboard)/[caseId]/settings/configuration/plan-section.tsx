import clsx from "clsx";
import { useEffect, useRef } from "react";
import { Submit } from "@/components/ui/form";
import type { PlanView } from "@/lib/configuration/plan-view";

const MARKS = {
  create: { mark: "+", word: "Create", look: "text-healthy" },
  change: { mark: "~", word: "Change", look: "text-errored" },
  remove: { mark: "−", word: "Remove", look: "text-failed" },
  unchanged: { mark: "", word: "", look: "" },
};

/** What a file would change, or has changed, and the button that applies it. */
export function PlanSection({ view }: { view: PlanView }) {
  const ref = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response is read out.
  useEffect(() => ref.current?.focus(), [view]);
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby="plan"
      className="grid gap-4 border-t border-line pt-6 outline-none"
    >
      <h2 id="plan" className="font-semibold">
        {buildTitle(view)}
      </h2>
      {view.note && <p className="max-w-prose wrap-anywhere text-errored">{view.note}</p>}
      <Problems problems={view.problems} />
      {view.missing.length > 0 && (
        <p className="max-w-prose">Enter the secrets of new channels above, then show the plan again.</p>
      )}
      {view.problems.length === 0 && <Changes view={view} />}
      {view.digest && !view.isApplied && (
        <div>
          <Submit busy="Applying…" name="confirmed" value={view.digest}>
            Apply
          </Submit>
        </div>
      )}
    </section>
  );
}

function buildTitle({ isApplied, problems }: PlanView): string {
  if (isApplied) return "Applied";
  if (problems.length === 0) return "Plan";
  return problems.length === 1 ? "The file has an error" : `The file has ${problems.length} errors`;
}

const Problems = ({ problems }: { problems: string[] }) =>
  problems.length > 0 && (
    <>
      <ul className="grid gap-1.5 font-mono text-sm text-failed">
        {problems.map((problem) => (
          <li key={problem} className="wrap-anywhere">
            {problem}
          </li>
        ))}
      </ul>
      <p className="text-ink-quiet">Nothing was changed.</p>
    </>
  );

const Changes = ({ view: { changes, summary } }: { view: PlanView }) => (
  <>
    <p>{summary}</p>
    <ul className="grid gap-3">
      {changes.map(({ action, title, name, details }) => {
        const { mark, word, look } = MARKS[action];
        return (
          <li key={`${action} ${title}`} className="grid min-w-0 gap-1">
            <p className="wrap-anywhere">
              <span className={clsx("font-medium", look)}>
                <span aria-hidden className="inline-block w-4 font-mono">
                  {mark}
                </span>
                {word}
              </span>{" "}
              {title}
              {name && <span className="text-ink-quiet"> “{name}”</span>}
            </p>
            {details.length > 0 && (
              <ul className="grid gap-0.5 pl-4 font-mono text-sm text-ink-quiet">
                {details.map((detail) => (
                  <li key={detail} className="wrap-anywhere">
                    {detail}
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  </>
);
