import { CopyButton } from "./copy-button";

/** A block of code to copy. */
export function Code({ text, what }: { text: string; what: string }) {
  return (
    <div className="flex min-w-0 items-start gap-2 rounded-md border border-line bg-surface-quiet pr-2">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="min-w-0 flex-1 overflow-x-auto py-2.5 pl-3 font-mono text-sm leading-6"
      >
        <code>{text}</code>
      </pre>
      <CopyButton text={text} what={what} className="mt-2" />
    </div>
  );
}
