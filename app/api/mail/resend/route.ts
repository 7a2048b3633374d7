import { readText } from "@/lib/api/body";
import { errorResponse } from "@/lib/api/response";
import { isSigned, readEvent } from "@/lib/mail/resend-event";
import { recordAddressEvent } from "@/lib/notifications/record-address-event";
import { env } from "@/lib/platform/env";
import { endSubscriptionsOf } from "@/lib/status-pages/subscribers/manage";

/** Much more than an event has: everyone may send one. */
const MAX_BYTES = 64 * 1024;

const text = (status: number, body: string) =>
  new Response(`${body}\n`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });

/** Takes what Resend says became of emails. Its signature is the proof: it sends no cookies and no key. */
export async function POST(request: Request): Promise<Response> {
  const secret = env.RESEND_WEBHOOK_SECRET;
  if (!secret) return text(404, "No signing secret for Resend events is set.");
  return handle(request, secret).catch(errorResponse);
}

async function handle(request: Request, secret: string): Promise<Response> {
  const body = await readText(request, MAX_BYTES);
  if (!isSigned(request.headers, body, secret))
    return text(401, "The signature is missing, invalid or too old.");
  const now = new Date();
  const event = readEvent(body, now);
  if (!event) return text(200, "Ignored.");
  await recordAddressEvent(event, now);
  if (event.kind !== "delivered") await endSubscriptionsOf(event.address);
  return text(200, "Recorded.");
}
