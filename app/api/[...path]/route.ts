import { checkIn } from "@/app/check-in";
import { findAdapter } from "@/lib/protocols/find-adapter";
import { handleManagement, isManagementPath } from "@/lib/protocols/healthchecks/management/handle";

const NO_SUCH_PATH = { error: "not found" };

/** Handles the check-ins of other protocols whose addresses begin with `/api`, and the Management API of Healthchecks. */
async function handle(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (findAdapter(pathname)) return checkIn(request);
  if (isManagementPath(pathname)) return handleManagement(request, new Date());
  return Response.json(NO_SUCH_PATH, { status: 404 });
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
