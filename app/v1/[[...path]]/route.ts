import { errorResponse } from "@/lib/api/response";
import { traced } from "@/lib/api/trace";
import { notFound } from "@/lib/platform/refusal";

const refuse = (request: Request) => traced(request, async () => errorResponse(notFound("path")));

export { refuse as DELETE, refuse as GET, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
