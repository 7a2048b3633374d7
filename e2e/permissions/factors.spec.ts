import { expect, test } from "@playwright/test";
import { listActions } from "./actions";
import { formResult, send, startToSignIn } from "./http";
import { requireOfEveryone } from "./require-of-everyone";
import { ACTIONS, type Deed, expected, PAGES, ROUTES } from "./table";
import { PASSWORD, Visitors } from "./visitors";
import { act, actionResult, address, isAboutNothing, resultOfPage } from "./walk";

/** What the owner of the case has shown of themselves, and what is required of them. */
const STATES = [
  "none",
  "required by the case, not set up",
  "required by the operator, not set up",
  "second step open",
  "done",
  "not asked lately",
] as const;
type State = (typeof STATES)[number];

const visitors = new Visitors();
test.beforeAll(() => visitors.open());
test.afterAll(() => visitors.close());

/** Brings the owner into this state. Returns what their browser sends. */
async function enter(state: State): Promise<Record<string, string>> {
  const owner = visitors.idOf("owner");
  const factorSince = state === "second step open" || state === "done" ? new Date() : null;
  await visitors.sql("UPDATE users SET second_factor_since = NULL WHERE id = $1", [owner]);
  await visitors.signIn("owner");
  await visitors.sql("UPDATE users SET second_factor_since = $2 WHERE id = $1", [owner, factorSince]);
  if (state === "second step open")
    return { Cookie: await startToSignIn(visitors.emailOf("owner"), PASSWORD) };
  if (state === "not asked lately")
    await visitors.sql("UPDATE sessions SET created_at = now() - interval '15 minutes' WHERE user_id = $1", [
      owner,
    ]);
  return visitors.headersOf("owner");
}

/** A case of the owner in this state. */
async function aFreshCase(state: State): Promise<void> {
  await visitors.aFreshCase();
  if (state === "required by the case, not set up")
    await visitors.sql("UPDATE cases SET second_factor_required_since = now() WHERE id = $1", [
      visitors.caseId,
    ]);
}

type Audience = Parameters<typeof expected>[1];
const OF_THE_CASE: Audience[] = ["owner", "admin", "member", "viewer"];

/** What the table says of the owner, in this state. */
function expectedIn(state: State, audience: Audience, asksAgain?: true): string {
  if (state === "second step open")
    return audience === "half signed in" ? "shown" : expected("stranger", audience);
  if (state === "required by the case, not set up" && OF_THE_CASE.includes(audience)) return "set it up";
  if (state === "not asked lately" && audience === "confirmed") return "shown";
  if (state === "required by the operator, not set up" && isLockedByOperator(audience)) return "set it up";
  const access = expected("owner", audience);
  return state === "not asked lately" && asksAgain && access === "shown" ? "asked again" : access;
}

/** Whether it is for people who have shown both factors, where everyone must. */
const isLockedByOperator = (audience: Audience) =>
  audience === "people" || audience === "confirmed" || OF_THE_CASE.includes(audience);

const wrong: string[] = [];
const compare = (state: State, what: string, result: string, expectedResult: string) => {
  if (result !== expectedResult) wrong.push(`${state}: ${what}: ${result}, and not ${expectedResult}`);
};
test.beforeEach(() => void wrong.splice(0));

async function walkActions(state: State, isWalked: (rule: Deed) => boolean): Promise<void> {
  let headers = await enter(state);
  for (const action of listActions()) {
    const rule = ACTIONS[action.name];
    if (!rule || !isWalked(rule)) continue;
    await aFreshCase(state);
    const access = expectedIn(state, rule.for, rule.asksAgain);
    const result = await actionResult(await act(visitors, action, rule, headers));
    compare(state, action.name, result, access === "shown" ? (rule.otherwise ?? access) : access);
    if (/#(signOut|signOutEverywhere)Action$/.test(action.name)) headers = await enter(state);
  }
}

test("every action that a stranger at an open browser must not do asks again, also if it is called directly", async () => {
  await walkActions("not asked lately", ({ asksAgain }) => asksAgain === true);

  expect(wrong).toEqual([]);
});

for (const state of STATES) {
  test(`every page, route and action responds to an owner whose second factor is “${state}” as the table says @long`, async () => {
    const stop = state === "required by the operator, not set up" ? await requireOfEveryone() : null;
    const headers = await enter(state);
    await aFreshCase(state);
    for (const [route, audience] of Object.entries(PAGES)) {
      const response = await send(address(visitors, route), { headers });
      const isLed = state === "required by the case, not set up" && route === "/snitches/[token]";
      const result = isLed ? "elsewhere" : resultOfPage(route, expectedIn(state, audience));
      compare(state, route, formResult(response), result);
    }
    for (const [route, rule] of Object.entries(ROUTES)) {
      if (typeof rule === "string" || isAboutNothing(route)) continue;
      const leave = new AbortController();
      const response = await send(address(visitors, route), { headers, signal: leave.signal });
      leave.abort();
      const access = expectedIn(state, rule.for, rule.asksAgain);
      const isShown = access === "shown" || access === "asked again";
      compare(state, route, formResult(response), isShown ? access : (rule.otherwise ?? "shown"));
    }
    await walkActions(state, () => true);
    await stop?.();

    expect(wrong).toEqual([]);
  });
}
