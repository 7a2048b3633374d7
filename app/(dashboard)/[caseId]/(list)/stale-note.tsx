import { Link } from "@/components/ui/link";
import { countInWords } from "@/lib/rules/count-in-words";

type StaleNoteProps = { caseId: string; count: number };

/** Leads to the snitches that may not be wanted any more. */
export const StaleNote = ({ caseId, count }: StaleNoteProps) => (
  <p className="pb-1 text-sm text-ink-quiet print:hidden">
    {countInWords(count, "snitch", "snitches")} {count === 1 ? "has" : "have"} been silent for weeks.{" "}
    <Link href={`/${caseId}/still-wanted`} className="underline underline-offset-4 hover:text-ink">
      Still wanted?
    </Link>
  </p>
);
