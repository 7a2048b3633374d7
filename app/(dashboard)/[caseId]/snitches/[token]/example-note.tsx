import { Form, Submit } from "@/components/ui/form";
import { type Plan, TERMS } from "@/lib/rules/plans";
import { removeExampleAction } from "../../(list)/example-actions";
import type { LoadedSnitch } from "./load-snitch";

type ExampleNoteProps = {
  theCase: { id: string; plan: Plan };
  snitch: Pick<LoadedSnitch, "token" | "status" | "interval">;
  checkInUrl: string;
};

/** What to do next with the example job, whose part the reader plays; and its removal. */
export function ExampleNote({ theCase, snitch, checkInUrl }: ExampleNoteProps) {
  const { token, status } = snitch;
  return (
    <section
      aria-labelledby="example"
      className="mb-6 grid gap-3 rounded-lg border border-accent/30 bg-accent/5 px-4 py-3 print:hidden"
    >
      <div className="grid max-w-prose gap-1.5">
        <h2 id="example" className="font-medium">
          This is an example: you are the job
        </h2>
        <p>{NEXT[status](snitch)}</p>
        {status === "healthy" && TERMS[theCase.plan].errorNotices && (
          <p className="text-sm text-ink-quiet">
            Or report an error, as a job that fails does:{" "}
            <code className="font-mono text-xs wrap-anywhere">
              curl -d m=&quot;disk full&quot; {checkInUrl}?s=1
            </code>
          </p>
        )}
      </div>
      <Form action={removeExampleAction.bind(null, theCase.id, token)}>
        <Submit look="plain" busy="Removing…">
          Remove Example
        </Submit>
      </Form>
    </section>
  );
}

type Next = (snitch: Pick<LoadedSnitch, "interval">) => string;

const NEXT: Record<LoadedSnitch["status"], Next> = {
  pending: () => "Click Check In Now, or request the check-in URL below, as a job does after each run.",
  healthy: ({ interval }) =>
    `It has checked in. Now let it go missing: do nothing. It is due every ${
      interval === "hourly" ? "hour, so within two hours" : "minute, so within three minutes"
    } it will be missing, and you will get an alert.`,
  failed: () =>
    "It’s missing: you see the incident and who was alerted. Click Check In Now, and it recovers.",
  errored: () =>
    "It has reported an error: you see the incident and who was alerted. Click Check In Now, and it recovers.",
  paused: () => "It’s paused, so no one is alerted about it. Unpause it or click Check In Now to continue.",
};
