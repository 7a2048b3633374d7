import { CopyButton } from "@/components/ui/copy-button";
import type { SentRequest as Request } from "@/lib/channels/sent-request";

type SentRequestProps = { url: string; id: string; at: Date | null; request: Request };

/** The HTTP request as it was sent, without its signature. */
export function SentRequest({ url, id, at, request: { headers, body } }: SentRequestProps) {
  const head = [
    `POST ${url}`,
    ...headers,
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
        {`\n\n${indentJson(body)}`}
      </pre>
      <div className="absolute top-1.5 right-1.5">
        <CopyButton text={body} what="the body" />
      </div>
    </div>
  );
}

/** Indents JSON. Other text is returned unchanged. */
function indentJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
