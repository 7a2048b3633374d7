import { UNKNOWN_LINK } from "@/lib/cases/recipient-choices";
import { recipientIdIn } from "@/lib/emails/recipient-link";
import { leave } from "@/lib/notifications/leave";

type Context = { params: Promise<{ token: string }> };

const text = (status: number, body: string) =>
  new Response(`${body}\n`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });

/**
 * Unsubscribes with one click (RFC 8058). The mail provider sends this request, without cookies and with any origin: the token
 * in the path is the proof.
 */
export async function POST(_: Request, { params }: Context): Promise<Response> {
  const { token } = await params;
  if (recipientIdIn(token) === null) return text(404, UNKNOWN_LINK);
  await leave(token, new Date());
  return text(200, "You are unsubscribed from the e-mails of this case.");
}

/** Mail programs without one-click show this address as a link, and scanners open it: it only leads to the page with the buttons. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { token } = await params;
  if (recipientIdIn(token) === null) return text(404, UNKNOWN_LINK);
  return new Response(null, { status: 303, headers: { Location: `/recipients/${token}` } });
}
