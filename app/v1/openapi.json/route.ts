import { OPERATIONS } from "@/app/v1/operations";
import { openApi } from "@/lib/api/openapi";
import { route } from "@/lib/api/operation";
import { json } from "@/lib/api/response";
import { describeApi } from "./operation";

// The document contains APP_URL, which is not known at build time.
export const dynamic = "force-dynamic";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: Object.assign(async () => json(openApi(OPERATIONS)), { operation: describeApi }),
});
