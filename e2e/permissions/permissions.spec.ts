import { randomBytes, randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { buildBody, listActions, toRoute } from "./actions";
import { formResult, send } from "./http";
import { ALL_SOURCES } from "./roles";
import { ACCESS, ACTIONS, type Deed, expected, OPERATIONS, PAGES, ROUTES } from "./table";
import { VISITORS, type Visitor, Visitors } from "./visitors";

const visitors = new Visitors();
test.afterAll(() => visitors.close());

/** Walks as people whose roles come from different sources; with TEST_LONG, as each role from each source. */
async function walk(steps: () => Promise<void>): Promise<void> {
  for (const sources of process.env.TEST_LONG ? ALL_SOURCES : ALL_SOURCES.slice(0, 1)) {
    await visitors.open(sources);
    await steps();
  }
}
const inWords = (visitor: Visitor) => `${visitor} (${visitors.sourceOf(visitor)})`;

/** The pages and routes of `app`, to find new ones that the table lacks. */
const found = (file: RegExp) =>
  readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((name) => file.test(path.basename(name)))
    .map((name) => toRoute(`app/${name}`))
    .sort();

const address = (route: string) =>
  route
    .replace("[caseId]", visitors.caseId)
    .replace("/snitches/[token]", `/snitches/${visitors.token}`)
    .replace("[slug]", "nightly-backup")
    .replace("[tag]", "a-tag")
    .replace("[kind]", "slack")
    .replace("[resource]", "snitches")
    .replace("[source]", "kuma")
    .replace("[...nextauth]", "session")
    .replace("/[[...path]]", "/nowhere")
    .replace("/[...path]", "/nowhere/at/all")
    .replace(/\[(token|id|channelId|deliveryId|drillId|signedId)\]/g, randomUUID());

/** A page about a resource that does not exist is a 404 for everyone. */
const ABOUT_NOTHING = [
  "/operator/users/[id]",
  "/outbox/[id]",
  "/drills/[signedId]",
  "/[caseId]/alerts/[id]",
  "/[caseId]/drills/[drillId]",
  "/[caseId]/incidents/[id]",
  "/[caseId]/incidents/[id]/acknowledge",
  "/[caseId]/snitches/[token]/runs/[id]",
  "/[caseId]/maintenance/[id]",
  "/[caseId]/channels/[channelId]",
  "/[caseId]/webhooks/[channelId]",
  "/c/[[...path]]",
  "/api/[...path]",
  "/b/[...path]",
  "/badge/[...path]",
  "/heartbeats/[...path]",
  "/ping/[...path]",
  "/v1/check_in/[id]",
  "/unsubscribe/[token]",
];

/** A page that leads to another page those who may see that one. */
const LEADS_ELSEWHERE = ["/snitches/[token]"];

test("every page is in the table, and every visitor gets the response that the table says @size", async () => {
  test.setTimeout(180_000);
  expect(found(/^page\.tsx$/)).toEqual(Object.keys(PAGES).sort());
  const wrong: string[] = [];
  await walk(async () => {
    for (const [route, audience] of Object.entries(PAGES)) {
      for (const visitor of VISITORS) {
        const response = await send(address(route), { headers: visitors.headersOf(visitor) });
        const access = expected(visitor, audience);
        const isAboutNothing = ABOUT_NOTHING.some((prefix) => route.startsWith(prefix)) && access === "shown";
        // A page that a role may not see looks like no page.
        const seen = access === "shown" && LEADS_ELSEWHERE.includes(route) ? "elsewhere" : access;
        const expectedResult = access === "too low" || isAboutNothing ? "not found" : seen;
        const result = formResult(response);
        if (result !== expectedResult)
          wrong.push(`${inWords(visitor)} at ${route}: ${result}, and not ${expectedResult}`);
      }
    }
  });
  expect(wrong).toEqual([]);
});

test("every route is in the table, and every visitor gets the response that the table says @size", async () => {
  test.setTimeout(180_000);
  expect(found(/^route\.ts$/)).toEqual(Object.keys(ROUTES).sort());
  const wrong: string[] = [];
  await walk(async () => {
    for (const [route, rule] of Object.entries(ROUTES)) {
      for (const visitor of VISITORS) {
        const leave = new AbortController();
        const response = await send(address(route), {
          headers: visitors.headersOf(visitor),
          signal: leave.signal,
        });
        leave.abort();
        const result = formResult(response);
        const expectedResult = expectedFor(route, rule, visitor);
        if (result !== expectedResult)
          wrong.push(`${inWords(visitor)} at ${route}: ${result}, and not ${expectedResult}`);
        if (STARTS_A_SESSION.includes(route)) await visitors.signInAgain(visitor);
      }
    }
  });
  expect(wrong).toEqual([]);
});

/** A route that replaces the session of whom a proxy signs in. */
const STARTS_A_SESSION = ["/sign-in/proxy"];

function expectedFor(route: string, rule: (typeof ROUTES)[string], visitor: Visitor): string {
  if (ABOUT_NOTHING.some((prefix) => route.startsWith(prefix)) || route === "/v1/[[...path]]")
    return "not found";
  // A session does not give access to the API: only a key does.
  if (rule === "by API key")
    return /tags$|pause$|replay$|tag\]$|acknowledge$|snooze$|\/test$|api_keys\/\[id\]$|rotate$|slugs$|slug\]$/.test(
      route,
    )
      ? "status 405"
      : "refused";
  if (route === "/sign-in/proxy" && visitors.sourceOf(visitor) === "proxy") return "elsewhere";
  if (rule === "by token") return process.env.METRICS_TOKEN ? "refused" : "not found";
  return expected(visitor, rule.for) === "shown" ? "shown" : (rule.otherwise ?? "shown");
}

/** Keys of the case with each access: for all of it, for its snitch, and for other snitches. */
const OWN_KEYS = (Object.keys(ACCESS) as (keyof typeof ACCESS)[]).flatMap((access) =>
  (["all", "within", "elsewhere"] as const).map((scope) => ({ access, scope })),
);
const OTHER_KEYS = ["expired", "revoked", "another case’s", "none"] as const;
const KEYS = [...OWN_KEYS, ...OTHER_KEYS];
type Key = (typeof KEYS)[number];

const keyInWords = (key: Key) => (typeof key === "string" ? key : `${key.access} (${key.scope})`);

test("every API operation accepts only keys of the case with the right access and scope", async () => {
  const byKey = Object.keys(ROUTES).filter((route) => ROUTES[route] === "by API key");
  const walked = new Set(OPERATIONS.map(([, route]) => route));
  expect(byKey.filter((route) => !walked.has(route))).toEqual(["/v1/[[...path]]"]);
  await visitors.open();
  const wrong: string[] = [];
  for (const kind of KEYS) {
    await visitors.aFreshCase();
    const key = await visitors.aKey(kind);
    for (const operation of OPERATIONS) {
      const [method, route] = operation;
      const headers = key
        ? { Authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` }
        : undefined;
      const result = (await send(address(route), { method, headers })).status;
      const expectedResult = statusFor(kind, operation);
      if (result !== expectedResult)
        wrong.push(`${keyInWords(kind)} at ${method} ${route}: ${result}, and not ${expectedResult}`);
    }
  }
  expect(wrong).toEqual([]);
});

function statusFor(key: Key, [, route, status, needs, reach]: (typeof OPERATIONS)[number]): number {
  if (key === "another case’s") return route.includes("[token]") && !route.endsWith("/tags") ? 404 : status;
  if (typeof key === "string") return 401;
  const { access, scope } = key;
  if (!ACCESS[access].some((each) => each === needs)) return 401;
  if (scope === "all") return status;
  // Of a snitch that a key does not reach it learns nothing, not even that the request is wrong.
  if (scope === "elsewhere" && route.includes("[token]")) return 404;
  return reach === "whole case" ? 404 : status;
}

/** The part of a form result that refuses a role. */
const TOO_LOW = /You are an? (admin|member|viewer) of this case, and this needs an? /;
/** Actions that end the session of the caller. */
const ENDS_SESSION = /#(signOut|signOutEverywhere)Action$/;

test("every server action is in the table, and acts only for the visitors that the table names @size", async () => {
  test.setTimeout(process.env.TEST_LONG ? 540_000 : 180_000);
  const actions = listActions();
  const unknown = actions.filter(({ name }) => !ACTIONS[name]).map(({ name }) => name);
  expect(unknown, "actions that e2e/permissions/table.ts does not know").toEqual([]);
  const gone = Object.keys(ACTIONS).filter((name) => !actions.some((action) => action.name === name));
  expect(gone, "actions of e2e/permissions/table.ts that are no more").toEqual([]);

  const wrong: string[] = [];
  await walk(async () => {
    for (const { id, name, page } of actions) {
      const rule = ACTIONS[name];
      if (!rule) continue;
      for (const visitor of VISITORS) {
        await visitors.aFreshCase();
        const args = (rule.takes ?? []).map(
          (what) =>
            ({
              case: visitors.caseId,
              snitch: visitors.token,
              id: randomUUID(),
              link: randomBytes(32).toString("base64url"),
              person: visitors.idOf("viewer"),
              timezone: "UTC",
              kind: "slack",
            })[what],
        );
        const response = await send(address(page), {
          method: "POST",
          headers: { ...visitors.headersOf(visitor), "Next-Action": id, Origin: process.env.APP_URL ?? "" },
          body: requestBody(args, rule),
        });
        const access = expected(visitor, rule.for);
        const permitted = isAboutGroup(rule, visitor) ? "from a group" : (rule.otherwise ?? "shown");
        const expectedResult = access === "shown" ? permitted : access;
        const result = await actionResult(response);
        if (result !== expectedResult)
          wrong.push(`${inWords(visitor)} at ${name}: ${result}, and not ${expectedResult}`);
        if (ENDS_SESSION.test(name)) await visitors.signInAgain(visitor);
      }
    }
  });
  expect(wrong).toEqual([]);
});

/** A form with one entry, so that no action has what it needs to succeed. */
const NOTHING_OF_USE = { walked: "yes" };

function requestBody(args: string[], { after, form }: Deed): FormData {
  if (Array.isArray(after)) return buildBody([...args, ...after]);
  return buildBody(after ? args : [...args, {}], form ?? NOTHING_OF_USE);
}

/** Whether the action would change a role that a group gives: only the group can. */
const isAboutGroup = ({ byHand }: Deed, visitor: Visitor) =>
  byHand?.some((whose) => visitors.sourceOf(whose === "person" ? "viewer" : visitor) !== "by hand") ?? false;

const FROM_A_GROUP = /comes from the group/;

/** The result of an action: it acted (or refused the form's values), or it refused the visitor. */
async function actionResult(response: Response): Promise<string> {
  const result = formResult(response);
  if (result === "elsewhere" || (result === "sign in" && isSignedOut(response))) return "shown";
  if (result !== "shown") return result;
  const text = await response.text();
  if (FROM_A_GROUP.test(text)) return "from a group";
  return TOO_LOW.test(text) ? "too low" : "shown";
}

/** Signing out leads to the sign-in page, without a return path, and says so to whom a proxy would sign in again. */
const isSignedOut = (response: Response) =>
  /^\/sign-in(?:\?left)?(;|$)/.test(
    response.headers.get("x-action-redirect") ?? response.headers.get("location") ?? "",
  );
