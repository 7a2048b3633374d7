import { formatCount } from "@/lib/rules/format-count";
import { findFailingLine } from "@/lib/rules/runs/failing-line";

type RunOutputProps = {
  output: { text: string; bytes: number; keptBytes: number } | "none" | "gone" | "unreachable";
  isRunning: boolean;
  /** Whether the run went wrong: then the line that says why is marked. */
  isFailing: boolean;
};

/** What a run printed, as text. It opens at its end. */
export function RunOutput({ output, isRunning, isFailing }: RunOutputProps) {
  if (typeof output === "string")
    return <p className="text-ink-quiet">{output === "none" && isRunning ? RUNNING : NOTHING[output]}</p>;
  const { text, bytes, keptBytes } = output;
  if (text.trim() === "")
    return <p className="text-ink-quiet">This output can’t be shown as text. Download it instead.</p>;
  const lines = text.split("\n");
  const failing = isFailing ? findFailingLine(lines) : null;
  return (
    <div className="grid gap-2">
      {/* A column in reverse begins at its end, without a script. */}
      <section
        aria-label="Output of the run"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="flex max-h-[70vh] flex-col-reverse overflow-auto rounded-md border border-line bg-surface-quiet print:max-h-none"
      >
        <pre className="px-3 py-2.5 font-mono text-sm leading-5 wrap-anywhere whitespace-pre-wrap">
          {failing === null ? text : <Marked lines={lines} at={failing} />}
        </pre>
      </section>
      <p className="flex flex-wrap gap-x-3 text-sm text-ink-quiet">
        <span>
          {keptBytes < bytes
            ? `The last ${inBytes(keptBytes)} of ${inBytes(bytes)} are kept.`
            : inBytes(bytes)}
        </span>
        {failing !== null && (
          <a href={`#${MARK}`} className="underline underline-offset-4 hover:text-ink print:hidden">
            The marked line looks like the cause
          </a>
        )}
      </p>
    </div>
  );
}

const MARK = "failing-line";

/** The lines as one text, in which one of them is marked. */
function Marked({ lines, at }: { lines: string[]; at: number }) {
  const before = lines.slice(0, at).map((line) => `${line}\n`);
  const after = lines.slice(at + 1).map((line) => `\n${line}`);
  return (
    <>
      {before.join("")}
      <mark id={MARK} className="rounded-xs bg-failed/15 font-semibold text-ink outline-2 outline-failed/15">
        {lines[at]}
      </mark>
      {after.join("")}
    </>
  );
}

const RUNNING = "The output is sent when the run finishes.";

const NOTHING = {
  none: "The job sent no output with this run.",
  gone: "The output is no longer kept.",
  unreachable: "The output can’t be read right now. Try again later.",
};

const inBytes = (bytes: number) => formatCount(bytes, "byte");
