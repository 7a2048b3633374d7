"use client";

import { useActionState } from "react";
import { Field } from "@/components/ui/field";
import { type FormState, StatefulForm, Submit } from "@/components/ui/form";
import { Link } from "@/components/ui/link";
import type { TestMailResult } from "@/lib/emails/test-mail";

type TestMailState = FormState & { result?: TestMailResult };

type TestMailFormProps = {
  /** The operator’s own address. */
  to: string;
  send: (previous: TestMailState, form: FormData) => Promise<TestMailState>;
};

/** Sends a test email and shows what the mail server responded. */
export function TestMailForm({ to, send }: TestMailFormProps) {
  const [state, submit] = useActionState(send, {});
  return (
    <div className="grid gap-4">
      <StatefulForm state={state} submit={submit} className="flex flex-wrap items-start gap-2">
        <div className="min-w-52 flex-1 max-sm:basis-full sm:max-w-80">
          <Field
            label="Send it to"
            name="email"
            type="email"
            autoComplete="email"
            defaultValue={state.result?.to ?? to}
            required
          />
        </div>
        <Submit busy="Sending…" className="h-9 sm:mt-[calc(1.5em+0.375rem)]">
          Send Test Email
        </Submit>
      </StatefulForm>
      <div role="status">{state.result && <Outcome result={state.result} />}</div>
    </div>
  );
}

const MARKS = {
  sent: ["●", "text-healthy"],
  captured: ["○", "text-errored"],
  rejected: ["▲", "text-failed"],
  not_reached: ["▲", "text-failed"],
} as const;

function Outcome({ result }: { result: TestMailResult }) {
  const [mark, colour] = MARKS[result.kind];
  return (
    <div className="grid gap-2 rounded-md border border-line px-3 py-2 text-sm">
      <p className="flex gap-2">
        <span aria-hidden className={colour}>
          {mark}
        </span>
        <span className="min-w-0 wrap-anywhere">
          <OutcomeSentence result={result} />
        </span>
      </p>
      {result.kind !== "captured" && (
        <pre className="max-h-40 overflow-auto font-mono text-xs wrap-anywhere whitespace-pre-wrap text-ink-quiet">
          {result.response}
        </pre>
      )}
    </div>
  );
}

function OutcomeSentence({ result }: { result: TestMailResult }) {
  const took = `after ${result.latencyMs.toLocaleString("en")} ms`;
  if (result.kind === "captured") {
    return (
      <>
        Kept in the outbox, not sent: no mail server is set up.{" "}
        <Link href={`/outbox/${result.id}`} className="underline underline-offset-4">
          Read it in the outbox
        </Link>
        .
      </>
    );
  }
  if (result.kind === "sent")
    return `Sent to ${result.to}. The mail server accepted it ${took}. If it doesn’t arrive, check your spam folder.`;
  if (result.kind === "rejected")
    return `Not sent. The mail server refused it ${took}${result.status ? ` (${result.status})` : ""}:`;
  return `Not sent. The mail server is unavailable or did not respond (${result.reason.replaceAll("_", " ")}):`;
}
