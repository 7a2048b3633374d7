import { CopyButton } from "@/components/ui/copy-button";

type RequestProps = { url: string; id: string; at: Date | null; body: string };

/** What went over the wire, with what is secret left out. */
export function Request({ url, id, at, body }: RequestProps) {
  const head = [
    `POST ${url}`,
    "Content-Type: application/json",
    `webhook-id: ${id}`,
    ...(at ? [`webhook-timestamp: ${Math.floor(at.getTime() / 1_000)}`] : []),
    "webhook-signature: v1,…",
  ].join("\n");
  return (
    <div className="relative rounded-md border border-line bg-surface-quiet">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="max-h-[36rem] overflow-auto px-3 py-2.5 pr-24 font-mono text-xs leading-5"
      >
        <span className="text-ink-quiet">{head}</span>
        {`\n\n${indented(body)}`}
      </pre>
      <div className="absolute top-1.5 right-1.5">
        <CopyButton text={body} what="the body" />
      </div>
    </div>
  );
}

/** JSON as people read it; anything else as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
