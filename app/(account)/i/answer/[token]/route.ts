import { readClientAddress } from "@/lib/http/peer-address";
import { actByLink, LINK_ACTIONS } from "@/lib/incidents/link-actions";
import { isConnectionError } from "@/lib/platform/db-errors";
import { Refusal } from "@/lib/platform/refusal";

type Context = { params: Promise<{ token: string }> };

const text = (status: number, body: string, headers: Record<string, string> = {}) =>
  new Response(`${body}\n`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", ...headers },
  });

/**
 * Acts on an incident by the buttons of the link's page, without cookies: the token in the path is the proof. There is no GET, which mail scanners
 * send. The page then shows what became of it, also of a refusal.
 */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { token } = await params;
  const form = await request.formData().catch(() => null);
  const action = LINK_ACTIONS.find((each) => each === form?.get("answer"));
  if (!action) return text(400, "The form was not submitted completely. Go back, and reload the page.");
  try {
    const address = readClientAddress(request.headers);
    await actByLink(token, { action, name: String(form?.get("name") ?? ""), address }, new Date());
  } catch (error) {
    if (isConnectionError(error))
      return text(503, "Not done yet: our database is not responding. Try again in a minute.", {
        "Retry-After": "60",
      });
    if (!(error instanceof Refusal)) throw error;
    if (error.type === "rate_limited") return text(429, error.message, { "Retry-After": "3600" });
  }
  return new Response(null, { status: 303, headers: { Location: `/i/${encodeURIComponent(token)}` } });
}
