import { Link } from "@/components/ui/link";

type MachinesNoteProps = { caseId: string; count: number };

/** Leads to the machines that the jobs run on. */
export const MachinesNote = ({ caseId, count }: MachinesNoteProps) => (
  <p className="pb-1 text-sm text-ink-quiet print:hidden">
    Jobs run on{" "}
    <Link href={`/${caseId}/machines`} className="underline underline-offset-4 hover:text-ink">
      {count.toLocaleString("en")} machines
    </Link>
    .
  </p>
);
