import { ButtonLink } from "@/components/ui/button";
import { Form, Submit } from "@/components/ui/form";
import { Plus } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { addExampleAction } from "./example-actions";

type EmptyCaseProps = { caseId: string; checkInUrl: string; mayManage: boolean };

const STEPS = [
  ["Add a snitch", "Enter the job’s name and how often it runs."],
  ["Add one line to the job", "It requests the snitch’s check-in URL after each run."],
  ["Get alerts", "You are alerted when a check-in is missed, and again when the job recovers."],
] as const;

/** The page of a case without snitches: how to monitor a first job. */
export function EmptyCase({ caseId, checkInUrl, mayManage }: EmptyCaseProps) {
  return (
    <div className="grid max-w-xl gap-8">
      <div className="grid gap-2">
        <h1 className="text-xl font-semibold tracking-tight">Monitor your first job</h1>
        <p className="text-lg text-ink-quiet text-balance">
          A snitch monitors one job: if the job does not check in on time, you get an alert. A case is a
          workspace: its snitches, people and keys.
        </p>
      </div>
      <ol className="grid gap-4">
        {STEPS.map(([title, text], i) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-6 shrink-0 place-items-center rounded-full border border-line text-xs font-medium text-ink-quiet"
            >
              {i + 1}
            </span>
            <div>
              <p className="font-medium">{title}</p>
              <p className="text-ink-quiet">{text}</p>
              {i === 1 && (
                <p className="pt-1 font-mono text-xs wrap-anywhere text-ink-quiet">curl {checkInUrl}/token</p>
              )}
            </div>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-4">
        {mayManage ? (
          <ButtonLink href={`/${caseId}/new`} look="primary" className="h-9 px-4">
            <Plus aria-hidden />
            Add Your First Snitch
          </ButtonLink>
        ) : (
          <p>There are no snitches yet. A member of this case can add the first one.</p>
        )}
        {mayManage && (
          <Form action={addExampleAction.bind(null, caseId)}>
            <Submit look="plain" busy="Adding…" className="h-9 px-4">
              Try It with an Example Job
            </Submit>
          </Form>
        )}
        {mayManage && (
          <Link
            href="/docs/discover"
            className="text-sm text-ink-quiet underline underline-offset-4 hover:text-ink"
          >
            Monitor all jobs on a machine
          </Link>
        )}
        {mayManage && (
          <Link
            href="/docs/works-with"
            className="text-sm text-ink-quiet underline underline-offset-4 hover:text-ink"
          >
            What runs your job? Copy its line
          </Link>
        )}
        {mayManage && (
          <Link
            href={`/${caseId}/import`}
            className="text-sm text-ink-quiet underline underline-offset-4 hover:text-ink"
          >
            Import from another product
          </Link>
        )}
        <Link href="/docs/api" className="text-sm text-ink-quiet underline underline-offset-4 hover:text-ink">
          Or add them through the API
        </Link>
        <Link href="/docs" className="text-sm text-ink-quiet underline underline-offset-4 hover:text-ink">
          How it works
        </Link>
      </div>
    </div>
  );
}
