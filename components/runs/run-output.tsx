type RunOutputProps = {
  output: { text: string; bytes: number; keptBytes: number } | "none" | "gone" | "unreachable";
  isRunning: boolean;
};

/** What a run printed, as text. */
export function RunOutput({ output, isRunning }: RunOutputProps) {
  if (typeof output === "string")
    return <p className="text-ink-quiet">{output === "none" && isRunning ? RUNNING : NOTHING[output]}</p>;
  const { text, bytes, keptBytes } = output;
  if (text.trim() === "")
    return <p className="text-ink-quiet">Nothing of it can be shown as text. You can download it.</p>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <section
        aria-label="Output of the run"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="max-h-[70vh] overflow-auto rounded-md border border-line bg-surface-quiet print:max-h-none"
      >
        <pre className="px-3 py-2.5 font-mono text-sm leading-5 wrap-anywhere whitespace-pre-wrap">
          {text}
        </pre>
      </section>
      <p className="text-sm text-ink-quiet">
        {keptBytes < bytes ? `The last ${inBytes(keptBytes)} of ${inBytes(bytes)} are kept.` : inBytes(bytes)}
      </p>
    </div>
  );
}

const RUNNING = "The output is sent when the run finishes.";

const NOTHING = {
  none: "The job sent no output with this run.",
  gone: "The output is no longer kept.",
  unreachable: "The output cannot be read now. Try again later.",
};

const inBytes = (bytes: number) => (bytes === 1 ? "1 byte" : `${bytes.toLocaleString("en")} bytes`);
