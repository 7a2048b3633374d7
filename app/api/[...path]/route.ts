import { checkIn } from "@/app/check-in";
import { findAdapter } from "@/lib/protocols/find-adapter";

const NO_SUCH_PATH = { error: "not found" };

/** Handles the check-ins of other protocols whose addresses begin with `/api`. */
async function handle(request: Request): Promise<Response> {
  if (findAdapter(new URL(request.url).pathname)) return checkIn(request);
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
