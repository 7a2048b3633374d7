import { randomBytes, randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { type Action, buildBody, toRoute } from "./actions";
import { formResult, send } from "./http";
import type { Deed } from "./table";
import type { Visitors } from "./visitors";

/** The pages and routes of `app`, to find new ones that the table lacks. */
export const found = (file: RegExp) =>
  readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((name) => file.test(path.basename(name)))
    .map((name) => toRoute(`app/${name}`))
    .sort();

/** A page or route with the case and the snitch of the walk in its address. */
export const address = ({ caseId, token }: Visitors, route: string) =>
  route
    .replace("[caseId]", caseId)
    .replace("/snitches/[token]", `/snitches/${token}`)
    .replace("[host]", "db7")
    .replace("[slug]", "nightly-backup")
    .replace("[tag]", "a-tag")
    .replace("[kind]", "slack")
    .replace("[resource]", "snitches")
    .replace("[page]", "check-ins")
    .replace("[source]", "kuma")
    .replace("[...nextauth]", "session")
    .replace("/[[...path]]", "/nowhere")
    .replace("/[...path]", "/nowhere/at/all")
    .replace(/\[(token|id|update|channelId|deliveryId|drillId|signedId)\]/g, randomUUID());

/** A page about a resource that does not exist is a 404 for everyone. */
const ABOUT_NOTHING = [
  "/operator/users/[id]",
  "/outbox/[id]",
  "/drills/[signedId]",
  "/i/[token]",
  "/[caseId]/alerts/[id]",
  "/[caseId]/drills/[drillId]",
  "/[caseId]/incidents/[id]",
  "/[caseId]/incidents/[id]/acknowledge",
  "/[caseId]/snitches/[token]/runs/[id]",
  "/[caseId]/machines/[host]",
  "/[caseId]/maintenance/[id]",
  "/[caseId]/status-pages/notices/[id]",
  "/[caseId]/status-pages/pages/[slug]",
  "/[caseId]/channels/[channelId]",
  "/badge/[file]",
  "/c/[[...path]]",
  "/api/[...path]",
  "/b/[...path]",
  "/badge/[...path]",
  "/status/[slug]",
  "/heartbeats/[...path]",
  "/opsgenie/[[...path]]",
  "/v2/[[...path]]",
  "/ping/[...path]",
  "/v1/check_in/[id]",
  "/unsubscribe/[token]",
];

/** A page that leads members to another page, which then decides. */
const LEADS_ELSEWHERE = ["/snitches/[token]"];

export const isAboutNothing = (route: string) => ABOUT_NOTHING.some((prefix) => route.startsWith(prefix));

/** What a page responds with whom the table gives this access. A page that a role may not see looks like no page. */
export function resultOfPage(route: string, access: string): string {
  if (access === "too low" || (access === "shown" && isAboutNothing(route))) return "not found";
  return access === "shown" && LEADS_ELSEWHERE.includes(route) ? "elsewhere" : access;
}

/** Calls an action as a browser does, with these headers. */
export function act(
  visitors: Visitors,
  { id, page }: Action,
  rule: Deed,
  headers: Record<string, string>,
): Promise<Response> {
  const args = (rule.takes ?? []).map(
    (what) =>
      ({
        case: visitors.caseId,
        snitch: visitors.token,
        id: randomUUID(),
        link: randomBytes(32).toString("base64url"),
        person: visitors.idOf("viewer"),
        timezone: "UTC",
        section: "name",
        kind: "slack",
        suggestion: "stale",
        remedy: "alert_after",
        check: "metric.rows > 50% of usual",
        seconds: "2",
      })[what],
  );
  return send(address(visitors, page), {
    method: "POST",
    headers: { ...headers, "Next-Action": id, Origin: process.env.APP_URL ?? "" },
    body: requestBody(args, rule),
  });
}

/** A form with one entry, so that no action has what it needs to succeed. */
const NOTHING_OF_USE = { walked: "yes" };

function requestBody(args: string[], { after, form }: Deed): FormData {
  if (Array.isArray(after)) return buildBody([...args, ...after]);
  return buildBody(after ? args : [...args, {}], form ?? NOTHING_OF_USE);
}

/** The part of a form result that refuses a role. */
const TOO_LOW = /You are an? (admin|member|viewer) of this case, and this needs an? /;
const ASKED_AGAIN = /Confirm it’s you\./;
const FROM_A_GROUP = /comes from the group/;

/** The result of an action: it acted (or refused the form's values), or it refused the visitor. */
export async function actionResult(response: Response): Promise<string> {
  const result = formResult(response);
  if (result === "elsewhere" || (result === "sign in" && isSignedOut(response))) return "shown";
  if (result !== "shown") return result;
  const text = await response.text();
  if (ASKED_AGAIN.test(text)) return "asked again";
  if (FROM_A_GROUP.test(text)) return "from a group";
  return TOO_LOW.test(text) ? "too low" : "shown";
}

/** Signing out leads to the sign-in page, without a return path, and says so to whom a proxy would sign in again. */
const isSignedOut = (response: Response) =>
  /^\/sign-in(?:\?left)?(;|$)/.test(
    response.headers.get("x-action-redirect") ?? response.headers.get("location") ?? "",
  );
