import { currentMembership, currentSession } from "@/app/sign-in/session";
import { endTurn } from "@/lib/http/request-turn";
import { streamChanges } from "./stream";

/** A stream of server-sent events, one for each change in the case. They carry no data: the page then loads what its user may see. */
export async function GET(request: Request, { params }: { params: Promise<{ caseId: string }> }) {
  const [membership, session] = await Promise.all([
    currentMembership((await params).caseId),
    currentSession(),
  ]);
  const stream =
    membership && session ? streamChanges({ caseId: membership.theCase.id, session }, request.signal) : null;
  // An EventSource does not reconnect after a 204.
  if (!stream) return new Response(null, { status: 204 });
  endTurn();
  return new Response(stream, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      // Otherwise nginx buffers the stream.
      "X-Accel-Buffering": "no",
    },
  });
}
