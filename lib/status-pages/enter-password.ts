import { verify } from "@node-rs/argon2";
import { readClientAddress } from "@/lib/http/peer-address";
import { env } from "@/lib/platform/env";
import { secondsUntilReset, sharedLimiter } from "@/lib/platform/limiter";
import { toNetwork } from "@/lib/platform/network";
import { signPair } from "@/lib/platform/signed-id";
import { DAY_MS, SECOND_MS } from "@/lib/rules/durations";
import { renderPasswordForm } from "./html/render-password-form";
import { COOKIE_PURPOSE, cookieName, findReachable, noPage, respondHtml } from "./open-page";

const MAX_PASSWORD = 200;
const VISIT_MS = 30 * DAY_MS;

const limiter = sharedLimiter({ name: "page-password-by-network", limit: 10, windowSeconds: 15 * 60 });

/** Lets the reader see the page if the password is correct: in this browser, for 30 days, while it has that password. */
export async function enterPassword(
  request: Request,
  slug: string,
  password: string,
  now: Date,
): Promise<Response> {
  const page = await findReachable(request, slug, now);
  const { id, visibility, passwordHash, passwordId } = page ?? {};
  if (!id || visibility !== "password" || !passwordHash || !passwordId) return noPage();
  const limit = await limiter.consume(`${toNetwork(readClientAddress(request.headers))} ${id}`, now);
  if (limit.isExceeded)
    return respondHtml(renderPasswordForm({ slug, problem: "limit" }), 429, {
      "Retry-After": String(secondsUntilReset(limit, now)),
    });
  if (password.length > MAX_PASSWORD || !(await verify(passwordHash, password)))
    return respondHtml(renderPasswordForm({ slug, problem: "wrong" }), 401);
  const token = signPair([id, passwordId], new Date(now.getTime() + VISIT_MS), COOKIE_PURPOSE);
  const attributes = [
    `${cookieName(slug)}=${token}`,
    // Its JSON is next to the page, not below it.
    "Path=/status",
    `Max-Age=${VISIT_MS / SECOND_MS}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(env.APP_URL.startsWith("https:") ? ["Secure"] : []),
  ];
  return new Response(null, {
    status: 303,
    headers: {
      Location: `/status/${slug}`,
      "Set-Cookie": attributes.join("; "),
      "Cache-Control": "no-store",
    },
  });
}
