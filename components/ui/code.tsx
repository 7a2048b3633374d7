import { CopyButton } from "./copy-button";

/** A block of code to copy. */
export function Code({ text, what }: { text: string; what: string }) {
  return (
    <div className="flex min-w-0 items-start gap-2 rounded-md border border-line bg-surface-quiet pr-2">
      <pre className="min-w-0 flex-1 py-2.5 pl-3 font-mono text-sm leading-6 whitespace-pre-wrap wrap-anywhere">
        <code>{text}</code>
      </pre>
      <CopyButton text={text} what={what} className="mt-2" />
    </div>
  );
}
