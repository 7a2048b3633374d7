import { UNKNOWN_LINK } from "@/lib/emails/recipients/choices";
import { recipientIdIn } from "@/lib/emails/recipients/link";
import { leave } from "@/lib/notifications/leave";
import { query } from "@/lib/platform/db";
import { isConnectionError } from "@/lib/platform/db-errors";
import { subscriberIdIn } from "@/lib/status-pages/subscribers/link";
import { leavePage } from "@/lib/status-pages/subscribers/manage";

type Context = { params: Promise<{ token: string }> };

const text = (status: number, body: string, headers: Record<string, string> = {}) =>
  new Response(`${body}\n`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", ...headers },
  });

/**
 * Unsubscribes with one click (RFC 8058). The mail provider sends this request, without cookies and with any origin: the token
 * in the path is the proof.
 */
export async function POST(_: Request, { params }: Context): Promise<Response> {
  const { token } = await params;
  const isSubscriber = subscriberIdIn(token) !== null;
  if (!isSubscriber && recipientIdIn(token) === null) return text(404, UNKNOWN_LINK);
  try {
    if (isSubscriber) await leavePage(token);
    else await leave(token, new Date());
    return text(200, `You are unsubscribed from the emails of this ${isSubscriber ? "page" : "case"}.`);
  } catch (error) {
    if (!isConnectionError(error)) throw error;
    const says = "You are not unsubscribed yet: our database is not responding. Try again in a minute.";
    return text(503, says, { "Retry-After": "60" });
  }
}

/** Mail programs without one-click show this address as a link, and scanners open it: it only leads to the page with the buttons. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { token } = await params;
  const isSubscriber = subscriberIdIn(token) !== null;
  if (!isSubscriber && recipientIdIn(token) === null) return text(404, UNKNOWN_LINK);
  try {
    await query("SELECT 1");
  } catch (error) {
    if (!isConnectionError(error)) throw error;
    const says =
      "You can unsubscribe here in a moment: our database is not responding. This page retries automatically.";
    return text(503, says, { Refresh: "15", "Retry-After": "15" });
  }
  return new Response(null, {
    status: 303,
    headers: { Location: `/${isSubscriber ? "subscriptions" : "recipients"}/${token}` },
  });
}
