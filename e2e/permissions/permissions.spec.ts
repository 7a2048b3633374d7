import { expect, test } from "@playwright/test";
import { listActions } from "./actions";
import { formResult, send } from "./http";
import { ALL_SOURCES } from "./roles";
import { ACCESS, ACTIONS, API_REQUESTS, type Deed, expected, PAGES, ROUTES, WITHOUT_GET } from "./table";
import { VISITORS, type Visitor, Visitors } from "./visitors";
import { act, actionResult, address, found, isAboutNothing, resultOfPage } from "./walk";

const visitors = new Visitors();
test.afterAll(() => visitors.close());

/** Walks as people whose roles come from different sources; with TEST_LONG, as each role from each source. */
async function walk(steps: () => Promise<void>): Promise<void> {
  for (const sources of process.env.TEST_LONG ? ALL_SOURCES : ALL_SOURCES.slice(0, 1)) {
    await visitors.open(sources);
    await steps();
  }
}

/**
 * The visitors at the limits of what the table permits: the weakest one who is shown something, and the first and the last with each
 * other result. One rule orders the roles (`lib/cases/roles.ts`). With TEST_LONG, all visitors.
 */
function walkers(resultFor: (visitor: Visitor) => string): Visitor[] {
  if (process.env.TEST_LONG) return [...VISITORS];
  const results = VISITORS.map(resultFor);
  return VISITORS.filter((_, at) => {
    const result = results[at] ?? "";
    return at === results.lastIndexOf(result) || (result !== "shown" && at === results.indexOf(result));
  });
}
// Each walk makes hundreds of requests, alongside the other tests.
test.slow();

const format = (visitor: Visitor) => `${visitor} (${visitors.sourceOf(visitor)})`;

/** Requests a page. The status and the headers give the result, so the body is not read. */
async function visit(route: string, visitor: Visitor): Promise<string> {
  const leave = new AbortController();
  const headers = visitors.headersOf(visitor);
  const response = await send(address(visitors, route), { headers, signal: leave.signal });
  leave.abort();
  return formResult(response);
}

test("every page is in the table, and every visitor gets the response that the table says @size", async () => {
  expect(found(/^page\.tsx$/)).toEqual(Object.keys(PAGES).sort());
  const wrong: string[] = [];
  await walk(async () => {
    for (const [route, audience] of Object.entries(PAGES)) {
      const resultFor = (visitor: Visitor) => resultOfPage(route, expected(visitor, audience));
      for (const visitor of walkers(resultFor)) {
        const result = await visit(route, visitor);
        const expectedResult = resultFor(visitor);
        if (result !== expectedResult)
          wrong.push(`${format(visitor)} at ${route}: ${result}, and not ${expectedResult}`);
      }
    }
  });
  expect(wrong).toEqual([]);
});

test("every route is in the table, and every visitor gets the response that the table says @size", async () => {
  expect(found(/^route\.ts$/)).toEqual(Object.keys(ROUTES).sort());
  const wrong: string[] = [];
  await walk(async () => {
    for (const [route, rule] of Object.entries(ROUTES)) {
      const resultFor = (visitor: Visitor) => expectedFor(route, rule, visitor);
      for (const visitor of walkers(resultFor)) {
        const result = await visit(route, visitor);
        const expectedResult = resultFor(visitor);
        if (result !== expectedResult)
          wrong.push(`${format(visitor)} at ${route}: ${result}, and not ${expectedResult}`);
        if (STARTS_A_SESSION.includes(route)) await visitors.signInAgain(visitor);
      }
    }
  });
  expect(wrong).toEqual([]);
});

/** A route that replaces the session of whom a proxy signs in. */
const STARTS_A_SESSION = ["/sign-in/proxy"];

function expectedFor(route: string, rule: (typeof ROUTES)[string], visitor: Visitor): string {
  if (isAboutNothing(route) || route === "/v1/[[...path]]") return "not found";
  // A session does not give access to the API: only a key does.
  if (rule === "by API key") return ["/mcp", ...WITHOUT_GET].includes(route) ? "status 405" : "refused";
  if (route === "/sign-in/proxy" && visitors.sourceOf(visitor) === "proxy") return "elsewhere";
  if (rule === "by token") return process.env.METRICS_TOKEN ? "refused" : "not found";
  return expected(visitor, rule.for) === "shown" ? "shown" : (rule.otherwise ?? "shown");
}

/** Keys of the case with each access, and for all of it, for its snitch, and for other snitches; with TEST_LONG each with each. */
const OWN_KEYS = (Object.keys(ACCESS) as (keyof typeof ACCESS)[]).flatMap((access) =>
  (["all", "within", "elsewhere"] as const)
    .filter((scope) => scope === "all" || access === "full" || process.env.TEST_LONG)
    .map((scope) => ({ access, scope })),
);
const OTHER_KEYS = ["expired", "revoked", "another case’s", "none"] as const;
const KEYS = [...OWN_KEYS, ...OTHER_KEYS];
type Key = (typeof KEYS)[number];

const formatKey = (key: Key) => (typeof key === "string" ? key : `${key.access} (${key.scope})`);

test("every API operation accepts only keys of the case with the right access and scope @size", async () => {
  const byKey = Object.keys(ROUTES).filter((route) => ROUTES[route] === "by API key");
  const walked = new Set(API_REQUESTS.map(({ route }) => route));
  expect(byKey.filter((route) => !walked.has(route))).toEqual(["/v1/[[...path]]"]);
  await visitors.open();
  const wrong: string[] = [];
  for (const kind of KEYS) {
    await visitors.aFreshCase();
    const key = await visitors.aKey(kind);
    for (const operation of API_REQUESTS) {
      const { method, route } = operation;
      const headers = key
        ? { Authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` }
        : undefined;
      const { status } = await send(address(visitors, route), { method, headers });
      const expectedResult = resultFor(kind, operation);
      // Most of what a permitted request names doesn't exist.
      const result = status === 401 ? "refused" : status === 404 ? "not found" : "done";
      if (result !== expectedResult && !(expectedResult === "done" && result === "not found"))
        wrong.push(`${formatKey(kind)} at ${method} ${route}: ${status}, and not ${expectedResult}`);
    }
  }
  expect(wrong).toEqual([]);
});

function resultFor(key: Key, { route, needs, narrowable }: (typeof API_REQUESTS)[number]) {
  if (key === "another case’s")
    return route.includes("[token]") && !route.endsWith("/tags") ? "not found" : "done";
  if (typeof key === "string") return "refused";
  const { access, scope } = key;
  if (!ACCESS[access].some((each) => each === needs)) return "refused";
  if (scope === "all") return "done";
  // A key learns nothing about a snitch outside its scope, not even that the request is invalid.
  if (scope === "elsewhere" && route.includes("[token]")) return "not found";
  return narrowable ? "done" : "not found";
}

/** Actions that end the session of the caller. */
const ENDS_SESSION = /#(signOut|signOutEverywhere)Action$/;

test("every server action is in the table, and acts only for the visitors that the table names @size", async () => {
  if (process.env.TEST_LONG) test.setTimeout(540_000);
  const actions = listActions();
  const unknown = actions.filter(({ name }) => !ACTIONS[name]).map(({ name }) => name);
  expect(unknown, "actions that e2e/permissions/table.ts does not know").toEqual([]);
  const gone = Object.keys(ACTIONS).filter((name) => !actions.some((action) => action.name === name));
  expect(gone, "actions of e2e/permissions/table.ts that are no more").toEqual([]);

  const wrong: string[] = [];
  await walk(async () => {
    for (const action of actions) {
      const { name } = action;
      const rule = ACTIONS[name];
      if (!rule) continue;
      const resultFor = (visitor: Visitor) => {
        const access = expected(visitor, rule.for);
        const permitted = isAboutGroup(rule, visitor) ? "from a group" : (rule.otherwise ?? "shown");
        return access === "shown" ? permitted : access;
      };
      for (const visitor of walkers(resultFor)) {
        await visitors.aFreshCase();
        const response = await act(visitors, action, rule, visitors.headersOf(visitor));
        const expectedResult = resultFor(visitor);
        const result = await actionResult(response);
        if (result !== expectedResult)
          wrong.push(`${format(visitor)} at ${name}: ${result}, and not ${expectedResult}`);
        if (ENDS_SESSION.test(name)) await visitors.signInAgain(visitor);
      }
    }
  });
  expect(wrong).toEqual([]);
});

/** Whether the action would change a role that a group gives: only the group can. */
const isAboutGroup = ({ byHand }: Deed, visitor: Visitor) =>
  byHand?.some((whose) => visitors.sourceOf(whose === "person" ? "viewer" : visitor) !== "by hand") ?? false;
