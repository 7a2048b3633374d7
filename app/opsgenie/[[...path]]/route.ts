import { checkIn } from "@/app/check-in";
import { manageHeartbeats } from "@/lib/protocols/opsgenie/manage";
import { parseHeartbeatPath } from "@/lib/protocols/opsgenie/path";

/** Handles pings of Opsgenie's heartbeats, and what manages them. */
async function handle(request: Request): Promise<Response> {
  const isPing = parseHeartbeatPath(new URL(request.url).pathname)?.action === "ping";
  return isPing ? checkIn(request) : manageHeartbeats(request, new Date());
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
