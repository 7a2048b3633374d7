import { readLogoutToken } from "@/app/sign-in/logout-token";
import { endSingleSignOns } from "@/lib/people/users/single-sign-on";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/** The issuer says that a person is signed out there: their sessions end at once. */
export async function POST(request: Request): Promise<Response> {
  if (!env.OIDC_ISSUER) return respond(404, { error: "not_found" });
  const form = new URLSearchParams(await request.text());
  const logout = await readLogoutToken(form.get("logout_token") ?? "", new Date()).catch((error: Error) => {
    log.warn({ reason: error.message }, "refused a logout token");
    return null;
  });
  if (!logout) return refuse("the logout token is not valid");
  return (await endSingleSignOns(logout)) ? respond(200) : refuse("the logout token has already been used");
}

const refuse = (description: string) =>
  respond(400, { error: "invalid_request", error_description: description });

const respond = (status: number, body?: object) =>
  new Response(body && JSON.stringify(body), {
    status,
    headers: { "Cache-Control": "no-store", ...(body && { "Content-Type": "application/json" }) },
  });
