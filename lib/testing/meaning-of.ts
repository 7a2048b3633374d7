import type { AnyKind, Judgement, Outgoing } from "@/lib/channel-kinds/kind";

/** What a kind of channel makes of a response, in a word or two; of a wait, how many milliseconds. */
export function meaningOf(judgement: Judgement): string {
  if (judgement.kind === "final")
    return ["final", judgement.switchOff && "off", judgement.isGone && "gone"].filter(Boolean).join(", ");
  if (judgement.kind === "retry" && judgement.afterMs !== undefined) return `wait ${judgement.afterMs}`;
  return judgement.kind;
}

const NO_REQUEST: Outgoing = { method: "POST", url: "https://example.com/", headers: {}, body: "" };

/** How a kind of channel judges a response. Texts that are objects are sent as JSON. */
export const judging =
  (kind: AnyKind) =>
  (
    status: number,
    text: string | object = "",
    headers: Record<string, string> = {},
    request: Outgoing = NO_REQUEST,
  ): Judgement =>
    kind.judge({ status, headers, text: typeof text === "string" ? text : JSON.stringify(text) }, request);
