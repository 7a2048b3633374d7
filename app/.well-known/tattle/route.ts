import { env } from "@/lib/platform/env";
import { VERSION } from "@/lib/platform/version";

export const dynamic = "force-dynamic";

/** What `tattle` asks first: where check-ins go, which its jobs remember for when the pages are unavailable. */
export const GET = () =>
  Response.json(
    { check_in_url: env.CHECK_IN_URL, version: VERSION },
    { headers: { "Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*" } },
  );
