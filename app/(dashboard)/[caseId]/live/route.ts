import { currentSession, surroundingCase } from "@/lib/auth/session";
import { streamChanges } from "./stream";

/** Tells a page that something in its case has changed, and nothing more: the page then asks as its person. */
export async function GET(request: Request, { params }: { params: Promise<{ caseId: string }> }) {
  const [place, session] = await Promise.all([surroundingCase((await params).caseId), currentSession()]);
  const stream =
    place && session ? streamChanges({ caseId: place.theCase.id, ...session }, request.signal) : null;
  // 204 tells an EventSource not to come again.
  if (!stream) return new Response(null, { status: 204 });
  return new Response(stream, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      // Proxies would hold it back.
      "X-Accel-Buffering": "no",
    },
  });
}
