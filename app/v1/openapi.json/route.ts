import { OPERATIONS } from "@/app/v1/operations";
import { openApi } from "@/lib/api/openapi";
import { json, methodNotAllowed } from "@/lib/api/response";

// The document contains APP_URL, which is not known at build time.
export const dynamic = "force-dynamic";

export const GET = async () => json(openApi(OPERATIONS));

const refuse = methodNotAllowed("GET", "HEAD");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
