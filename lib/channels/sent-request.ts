import { webhook } from "@/lib/channel-kinds/webhook";
import { parseHeaders } from "@/lib/channel-kinds/webhook-headers";

/** The request of a delivery, as people see it. `isEvent`: only what its body is made of. */
export type SentRequest = { headers: string[]; body: string; isEvent: boolean };

/**
 * What a webhook with these settings sends for a saved event: of its own headers the names alone. Who may not read its settings sees
 * the event.
 */
export function describeRequest(
  event: string,
  settings: Record<string, string>,
  isManager: boolean,
): SentRequest {
  const { url = "", headers = "", body = "" } = settings;
  const own = parseHeaders(headers).map(([name]) => name);
  const [request] = webhook.buildRequests(JSON.parse(event), { url, headers, body }, null);
  const isOwnType = own.some((name) => /^content-type$/i.test(name));
  const type = isOwnType ? [] : ["Content-Type: application/json"];
  if (!isManager || !request) return { headers: type, body: event, isEvent: body !== "" };
  return { headers: [...type, ...own.map((name) => `${name}: •••`)], body: request.body, isEvent: false };
}
