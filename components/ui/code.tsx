import { CopyButton } from "./copy-button";

/** Lines to paste somewhere, exactly as they are. */
export function Code({ text, what }: { text: string; what: string }) {
  return (
    <div className="relative min-w-0 rounded-md border border-line bg-surface-quiet">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="overflow-x-auto py-3 pr-24 pl-3 font-mono text-sm leading-6"
      >
        <code>{text}</code>
      </pre>
      <CopyButton text={text} what={what} className="absolute top-2 right-2" />
    </div>
  );
}
