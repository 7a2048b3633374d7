import { outputText } from "@/lib/rules/runs/output-text";

const MESSAGE_SHOWN = 160;

/** What a job wrote, without colours of a terminal. A long message unfolds. */
export function Message({ text: written }: { text: string }) {
  const bytes = Buffer.from(written);
  const text = outputText(bytes, bytes.length);
  if (text.length <= MESSAGE_SHOWN && !text.trim().includes("\n")) {
    return <p className="min-w-0 font-mono text-xs wrap-anywhere text-ink-quiet">“{text.trim()}”</p>;
  }
  return (
    <details className="w-full min-w-0 font-mono text-xs text-ink-quiet">
      <summary className="truncate py-1">{text.slice(0, MESSAGE_SHOWN)}…</summary>
      <pre className="max-h-80 overflow-auto rounded-md bg-surface-quiet p-2 wrap-anywhere whitespace-pre-wrap">
        {text}
      </pre>
    </details>
  );
}
