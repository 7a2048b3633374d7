"use client";

import clsx from "clsx";
import { StatefulForm, Submit, useForm } from "@/components/ui/form";
import { Link } from "@/components/ui/link";
import { testChannelAction } from "../actions";

/** Sends a test, and shows what came back. */
export function SendTest({ caseId, channelId }: { caseId: string; channelId: string }) {
  const [state, submit] = useForm(testChannelAction.bind(null, caseId, channelId));
  return (
    <StatefulForm state={state} submit={submit} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Submit look="plain" busy="Sending…">
          Send Test
        </Submit>
        <p className="text-sm text-ink-quiet">Sends a clearly marked test.</p>
      </div>
      <div aria-live="polite" className="empty:hidden">
        {state.result && (
          <TestResult
            result={state.result}
            href={`/${caseId}/channels/${channelId}/deliveries/${state.result.id}`}
          />
        )}
      </div>
    </StatefulForm>
  );
}

type Result = { outcome: string; text: string; status: number | null; response: string };

const LOOKS: Record<string, string> = {
  accepted: "text-healthy",
  pending: "text-ink",
  limited: "text-errored",
};

/** What came back. `href`: the page of the delivery. */
const TestResult = ({ result: { outcome, text, response }, href }: { result: Result; href: string }) => (
  <div className="grid gap-2 rounded-md border border-line px-3.5 py-3">
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
      <span className={clsx("font-medium", LOOKS[outcome] ?? "text-failed")}>{text}</span>
      <Link href={href} className="text-ink-quiet underline underline-offset-4 hover:text-ink">
        Details
      </Link>
    </p>
    {response && (
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="max-h-48 overflow-auto font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap text-ink-quiet"
      >
        {response}
      </pre>
    )}
  </div>
);
