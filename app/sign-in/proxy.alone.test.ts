import { afterEach, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { parseGroupRoles } from "@/lib/rules/group-roles";
import { aCase, aMember } from "@/testing/factories";
import { openRoute } from "@/testing/next-route";
import { readCode } from "@/testing/users";

const open = async () => {
  const route = openRoute("/sign-in/proxy", await import("@/app/(account)/sign-in/proxy/route"));
  const { signedInBy } = await import("./session-of-request");
  return { route, signedInBy };
};
const { route, signedInBy } = await open();
const { aSessionCookie } = await import("@/testing/session-cookie");
const { currentMembership } = await import("./session");
// A page of a case, as far as it asks who may see it.
const page = openRoute("/[caseId]", {
  GET: async (request: Request) =>
    Response.json(await currentMembership(new URL(request.url).pathname.slice(1))),
});

type Headers = Record<string, string>;
const as = (email: string, groups?: string): Headers => ({
  "x-forwarded-email": email,
  ...(groups !== undefined && { "x-forwarded-groups": groups }),
});

/** What the route responds with to a person at the proxy, and the cookies with which they go on. */
async function visit(headers: Headers, to = "/some/page") {
  const url = `http://localhost:3000/sign-in/proxy?to=${encodeURIComponent(to)}`;
  const response = await route(url, { headers });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
  return { status: response.status, location: response.headers.get("location"), cookie };
}

const roleSeen = async (caseId: string, headers: Headers) =>
  (await (await page(`http://localhost:3000/${caseId}`, { headers })).json())?.role ?? null;

const unique = () => Math.random().toString(36).slice(2);
let known: { id: string; email: string };

beforeEach(async () => {
  env.AUTH_PROXY_USER_HEADER = "x-forwarded-email";
  env.AUTH_PROXY_GROUPS_HEADER = "x-forwarded-groups";
  known = await aMember({ caseId: (await aCase()).id });
});
afterEach(() => {
  env.OIDC_ROLES = [];
  env.SIGN_UP = "invited";
});

test("a person whom the proxy names gets a session, and goes where they wanted", async () => {
  const { location, cookie } = await visit(as(` ${known.email.toUpperCase()} `));

  expect(location).toBe("/some/page");
  expect(await signedInBy({ headers: { cookie, ...as(known.email) } })).toMatchObject({ id: known.id });
  expect(await db.auditEvent.findFirst({ where: { resourceId: known.id } })).toMatchObject({
    action: "account.signed_in",
    facts: { with: "proxy" },
  });
});

test.each([
  ["Asia/Katmandu", "Asia/Kathmandu"],
  ["Atlantis", null],
  ["+01:00", null],
  ["x".repeat(4_000), null],
  ["", null],
])("a browser that names the zone “%s” gets a session, and the account the zone %s", async (named, zone) => {
  const { location } = await visit({ ...as(known.email), cookie: `time-zone=${named}` });

  expect(location).toBe("/some/page");
  expect((await db.user.findUniqueOrThrow({ where: { id: known.id } })).browserZone).toBe(zone);
});

test("the session counts only in requests in which the proxy names the same person and groups", async () => {
  const { cookie } = await visit(as(known.email, "ops, dev"));
  const isSignedIn = async (headers: Headers) =>
    (await signedInBy({ headers: { cookie, ...headers } })) !== null;

  expect(await isSignedIn(as(known.email, "dev,ops"))).toBe(true);
  expect(await isSignedIn({})).toBe(false);
  expect(await isSignedIn(as("another@example.com", "dev,ops"))).toBe(false);
  expect(await isSignedIn(as(known.email, "dev"))).toBe(false);
});

test("a session with a password does not count where the proxy names a person", async () => {
  const cookie = await aSessionCookie(known.id);

  expect(await signedInBy({ headers: { cookie } })).not.toBeNull();
  expect(await signedInBy({ headers: { cookie, ...as(known.email) } })).toBeNull();
});

test("groups at the proxy become roles, end with them, and leave one session in the browser", async () => {
  const { id: caseId } = await aCase();
  await aMember({ caseId });
  env.OIDC_ROLES = parseGroupRoles(`ops=${caseId}:admin`) ?? [];
  const email = `${unique()}@example.com`;

  const { cookie } = await visit(as(email, "ops"));
  const user = await signedInBy({ headers: { cookie, ...as(email, "ops") } });
  expect(await db.member.findMany({ where: { userId: user?.id } })).toMatchObject([
    { caseId, role: "admin" },
  ]);

  await visit({ ...as(email, ""), cookie });
  expect(await db.member.count({ where: { userId: user?.id } })).toBe(0);
  expect(await db.session.count({ where: { userId: user?.id } })).toBe(1);
});

test("a person without an account needs an invitation, and a name that is not an address gets none", async () => {
  const before = await db.user.count();
  for (const name of [`${unique()}@example.com`, "ada", "(null)", "ada@example.com, eve@example.com"])
    expect(await visit(as(name))).toMatchObject({ location: "/sign-in?error=proxy" });
  expect(await db.user.count()).toBe(before);

  env.SIGN_UP = "open";
  expect(await visit(as(`${unique()}@example.com`))).toMatchObject({ location: "/some/page" });
});

test("without the header there is no session, and no way out to another site", async () => {
  expect(await visit({})).toMatchObject({ location: "/sign-in?to=%2Fsome%2Fpage", cookie: "" });
  expect((await visit(as(known.email), "//elsewhere.example")).location).toBe("/");
});

test("the first account needs the set-up code at the proxy, too", async () => {
  await db.user.deleteMany();
  const code = await readCode();

  expect((await visit(as("first@example.com"))).location).toBe("/sign-up?error=set-up");
  expect(await db.user.count()).toBe(0);

  const headers = { ...as("first@example.com"), cookie: `tattle.set-up-code=${code}` };
  expect((await visit(headers)).location).toBe("/some/page");
  expect(await db.user.findFirst()).toMatchObject({ operatorSince: expect.any(Date) });
});

test("a case that requires a second factor is open to whom the proxy signs in, and not to the same person past it", async () => {
  const theCase = await aCase({ secondFactorRequiredSince: new Date() });
  await db.member.create({ data: { caseId: theCase.id, userId: known.id, role: "member" } });
  const { cookie } = await visit(as(known.email));

  expect(await roleSeen(theCase.id, { cookie, ...as(known.email) })).toBe("member");
  expect(await roleSeen(theCase.id, { cookie: await aSessionCookie(known.id) })).toBeNull();
});
