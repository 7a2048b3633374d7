import { json, methodNotAllowed } from "@/lib/api/answer";
import { openApi } from "@/lib/api/openapi";

// The address of this installation is known only when it runs.
export const dynamic = "force-dynamic";

export const GET = async () => json(openApi());

const refuse = methodNotAllowed("GET", "HEAD");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
