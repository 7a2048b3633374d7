import { interpretResponse } from "@/lib/channel-kinds/interpret";
import type { AnyKind, Outgoing, ResponseOutcome } from "@/lib/channel-kinds/kind";

/** What a kind of channel makes of a response, in a word or two; of a wait, how many milliseconds. */
export function formatMeaning(responseOutcome: ResponseOutcome): string {
  if (responseOutcome.kind === "final")
    return ["final", responseOutcome.switchOff && "off", responseOutcome.isGone && "gone"]
      .filter(Boolean)
      .join(", ");
  if (responseOutcome.kind === "retry" && responseOutcome.afterMs !== undefined)
    return `wait ${responseOutcome.afterMs}`;
  return responseOutcome.kind;
}

const NO_REQUEST: Outgoing = { method: "POST", url: "https://example.com/", headers: {}, body: "" };

/** How a kind of channel interprets a response. Texts that are objects are sent as JSON. */
export const interpreting =
  (kind: AnyKind) =>
  (
    status: number,
    text: string | object = "",
    headers: Record<string, string> = {},
    request: Outgoing = NO_REQUEST,
  ): ResponseOutcome =>
    interpretResponse(
      kind,
      { status, headers, text: typeof text === "string" ? text : JSON.stringify(text) },
      request,
    );
