import { Fragment } from "react";
import { Link } from "@/components/ui/link";
import type { Status } from "@/lib/rules/state/snitch-state";
import type { StatusCounts } from "@/lib/snitches/list";
import { buildListUrl, type View } from "./filters";

const STATUSES: { status: Status; word: string; ink: string }[] = [
  { status: "failed", word: "missing", ink: "text-failed" },
  { status: "errored", word: "errored", ink: "text-errored" },
  { status: "healthy", word: "healthy", ink: "text-ink" },
  { status: "paused", word: "paused", ink: "text-ink" },
  { status: "pending", word: "pending", ink: "text-ink" },
];

type SummaryProps = {
  caseId: string;
  counts: StatusCounts;
  /** How many of the healthy snitches are late. */
  late: number;
  total: number;
  /** What the list below shows. Its filters are replaced. */
  view: View;
};

/** How many snitches have which status, in one sentence. Each number is a link that filters what is below. */
export function Summary({ caseId, counts, late, total, view }: SummaryProps) {
  if (counts.healthy === total && late === 0) {
    return (
      <p>
        {total === 1 ? "Your snitch is healthy." : `All ${total.toLocaleString("en")} snitches are healthy.`}
      </p>
    );
  }
  const present = STATUSES.filter(({ status }) => counts[status] > 0);
  return (
    <p>
      {present.map(({ status, word, ink }, i) => (
        <Fragment key={status}>
          <Link
            href={buildListUrl(caseId, {
              ...view,
              status,
              tags: [],
              search: "",
              order: "worst",
              group: undefined,
            })}
            className={`count-link ${ink}`}
          >
            {counts[status].toLocaleString("en")} {word}
          </Link>
          {status === "healthy" && late > 0 && ` (${late.toLocaleString("en")} of them late)`}
          {i < present.length - 1 ? ", " : "."}
        </Fragment>
      ))}
    </p>
  );
}
