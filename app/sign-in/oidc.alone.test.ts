import { decodeJwt, generateKeyPair, type JWTPayload, UnsecuredJWT } from "jose";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isConfirmed } from "@/lib/people/second-factors/confirm";
import { db } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encrypt";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { parseGroupRoles } from "@/lib/rules/group-roles";
import { anApp } from "@/testing/authenticator-app";
import { aCase, aMember } from "@/testing/factories";
import { openRoute } from "@/testing/next-route";
import { CLIENT, openOpenIdProvider } from "@/testing/openid-provider";
import { basic } from "@/testing/requests";
import { aSession } from "@/testing/sessions";
import { isCallback, TestBrowser } from "@/testing/test-browser";

const issuer = await openOpenIdProvider();
afterAll(issuer.close);
// The list of providers is made when it is imported.
env.OIDC_ISSUER = issuer.issuer;
env.OIDC_CLIENT_ID = CLIENT.id;
env.OIDC_CLIENT_SECRET = CLIENT.secret;
env.OIDC_SCOPES = "openid email groups";
const route = openRoute("/api/auth/[...nextauth]", await import("@/app/api/auth/[...nextauth]/route"));
const { POST: logOut } = await import("@/app/api/auth/backchannel-logout/route");
const { signedInBy } = await import("./session-of-request");
const { currentMembership } = await import("./session");
const { currentPendingSignIn, finishSignIn } = await import("./begin-session");

const again = openRoute("/confirm/issuer", await import("@/app/(account)/confirm/issuer/route"));
// A page of a case, as far as it asks who may see it.
const page = openRoute("/[caseId]", {
  GET: async (request: Request) =>
    Response.json(await currentMembership(new URL(request.url).pathname.slice(1))),
});

// The page of the second step, when a code was correct.
const secondStep = openRoute("/sign-in/second-step", {
  GET: async () => {
    const pending = await currentPendingSignIn();
    return Response.json(pending && (await finishSignIn(pending, "authenticator app", "/next")));
  },
});

const HOME = "http://localhost:3000/";
const REFUSED = `${HOME}sign-in?error=provider`;
const FAILED = `${HOME}api/auth/error?error=OAuthCallback`;

const unique = () => Math.random().toString(36).slice(2);
const aBrowser = () => new TestBrowser(route);
const userOf = (browser: TestBrowser) => signedInBy({ headers: { cookie: browser.cookieHeader() } });

let known: { id: string; email: string };
beforeEach(async () => {
  known = await aMember({ caseId: (await aCase()).id });
  issuer.state.person = { sub: unique(), email: known.email, email_verified: true };
});
afterEach(() => {
  issuer.state.rewrite = undefined;
  vi.restoreAllMocks();
});

test("a person whose address the issuer has verified signs in to the account with it", async () => {
  const browser = aBrowser();

  expect(await browser.signIn("oidc")).toBe(HOME);

  expect(await userOf(browser)).toMatchObject({ id: known.id, email: known.email });
  expect(await db.identity.findMany({ where: { userId: known.id } })).toMatchObject([
    { provider: "oidc", subject: `${issuer.issuer} ${issuer.state.person.sub}` },
  ]);
  expect(await db.auditEvent.findFirst({ where: { resourceId: known.id } })).toMatchObject({
    action: "account.signed_in",
    facts: { with: "single sign-on" },
  });
});

test("who signed in before is the same person, even if the issuer knows another address by now", async () => {
  await aBrowser().signIn("oidc");
  issuer.state.person.email = `${unique()}@example.com`;
  const browser = aBrowser();

  await browser.signIn("oidc");

  expect(await userOf(browser)).toMatchObject({ id: known.id });
});

test.each([
  ["not verified", { email_verified: false }],
  ["not said to be verified", { email_verified: undefined }],
  ["missing", { email: undefined }],
])(
  "an address that is %s signs in to no account, and the response does not tell whether there is one",
  async (_, change) => {
    Object.assign(issuer.state.person, change);
    expect(await aBrowser().signIn("oidc")).toBe(REFUSED);

    issuer.state.person = {
      sub: unique(),
      email: `${unique()}@example.com`,
      email_verified: true,
      ...change,
    };
    expect(await aBrowser().signIn("oidc")).toBe(REFUSED);
  },
);

test("a person without an account needs an invitation", async () => {
  issuer.state.person = { sub: unique(), email: `${unique()}@example.com`, email_verified: true };
  const browser = aBrowser();

  expect(await browser.signIn("oidc")).toBe(REFUSED);
  expect(await userOf(browser)).toBeNull();
});

const stranger = await generateKeyPair("RS256");
const byStranger = (claims: JWTPayload) => issuer.sign(claims, stranger.privateKey);
const unsigned = async (claims: JWTPayload) => new UnsecuredJWT(claims).encode();
const HOUR_SECONDS = 3_600;
const nowSeconds = () => Math.floor(Date.now() / 1_000);

test.each<[string, (claims: JWTPayload) => JWTPayload, ((claims: JWTPayload) => Promise<string>)?]>([
  ["another nonce", (claims) => ({ ...claims, nonce: "another" })],
  ["no nonce", ({ nonce: _, ...claims }) => claims],
  ["another issuer", (claims) => ({ ...claims, iss: "https://elsewhere.example" })],
  ["another audience", (claims) => ({ ...claims, aud: "another" })],
  ["a time that is over", (claims) => ({ ...claims, exp: (claims.iat ?? 0) - HOUR_SECONDS })],
  ["a time in the future", (claims) => ({ ...claims, iat: (claims.iat ?? 0) + 90 })],
  ["the signature of a stranger", (claims) => claims, byStranger],
  ["no signature (alg=none)", (claims) => claims, unsigned],
])("an ID token with %s signs no one in", async (_, change, sign = issuer.sign) => {
  issuer.state.rewrite = async (path, json) =>
    path === "/token" ? { ...json, id_token: await sign(change(decodeJwt(String(json.id_token)))) } : json;
  const browser = aBrowser();

  expect(await browser.signIn("oidc")).toBe(FAILED);
  expect(await userOf(browser)).toBeNull();
});

test("a document of another issuer at the address of ours gets neither code nor secret", async () => {
  const asked: string[] = [];
  issuer.state.rewrite = (path, json) => {
    asked.push(path);
    return path.includes("openid-configuration") ? { ...json, issuer: "https://elsewhere.example" } : json;
  };

  expect(await aBrowser().signIn("oidc")).toBe(FAILED);
  expect(asked).not.toContain("/token");
});

/** Signs in up to the callback, which is not opened. */
async function aCallback(browser: TestBrowser): Promise<URL> {
  return new URL(await browser.follow(await browser.start("oidc"), isCallback));
}

test("a response that names another issuer signs no one in", async () => {
  const browser = aBrowser();
  const callback = await aCallback(browser);
  expect(callback.searchParams.get("iss")).toBe(issuer.issuer);
  callback.searchParams.set("iss", "https://elsewhere.example");

  expect((await browser.send(callback.href)).headers.get("location")).toBe(FAILED);
});

test.each([
  "api/auth/callback/oidc",
  "api/auth/callback/oidc?error=access_denied",
  "api/auth/callback/oidc?code=a&state=b",
  "api/auth/signin?callbackUrl=http%3A%2F%2F%25%25",
])("a stranger at %s makes no error line in the log", async (path) => {
  const [error, warn] = [vi.spyOn(log, "error"), vi.spyOn(log, "warn")];

  const response = await aBrowser().send(`${HOME}${path}`);

  expect([302, 307]).toContain(response.status);
  expect(error).not.toHaveBeenCalled();
  expect(warn).toHaveBeenCalled();
});

test("a code works once, also in the same browser with the same state", async () => {
  const browser = aBrowser();
  const callback = await aCallback(browser);
  const before = browser.copy();
  await browser.send(callback.href);

  expect((await before.send(callback.href)).headers.get("location")).toBe(FAILED);
  expect(await userOf(before)).toBeNull();
});

test("the code of one browser signs no one in at another one", async () => {
  const callback = await aCallback(aBrowser());
  const other = aBrowser();
  const own = await aCallback(other);
  own.searchParams.set("code", callback.searchParams.get("code") ?? "");

  expect((await other.send(callback.href)).headers.get("location")).toBe(FAILED);
  expect((await other.send(own.href)).headers.get("location")).toBe(FAILED);
});

test("what the ID token lacks is asked at the userinfo endpoint, which must describe the same person", async () => {
  const { email, ...rest } = issuer.state.person;
  issuer.state.rewrite = async (path, json) => {
    if (path === "/token") {
      const { email: _, email_verified: __, ...claims } = decodeJwt(String(json.id_token));
      return { ...json, id_token: await issuer.sign(claims) };
    }
    return path === "/me" ? { ...json, ...rest, email } : json;
  };
  const browser = aBrowser();
  expect(await browser.signIn("oidc")).toBe(HOME);
  expect(await userOf(browser)).toMatchObject({ id: known.id });

  const { rewrite } = issuer.state;
  issuer.state.rewrite = async (path, json) => ({
    ...((await rewrite(path, json)) as object),
    ...(path === "/me" && { sub: "another" }),
  });
  expect(await aBrowser().signIn("oidc")).toBe(FAILED);
});

describe("a logout token of the issuer", () => {
  const EVENTS = { "http://schemas.openid.net/event/backchannel-logout": {} };
  const claims = (more: JWTPayload = {}): JWTPayload => ({
    iss: issuer.issuer,
    aud: CLIENT.id,
    iat: nowSeconds(),
    jti: unique(),
    sub: issuer.state.person.sub,
    events: EVENTS,
    ...more,
  });
  const send = async (token: string) => {
    const body = new URLSearchParams({ logout_token: token });
    return (await logOut(new Request(`${HOME}api/auth/backchannel-logout`, { method: "POST", body }))).status;
  };
  async function aSignedInBrowser() {
    const browser = aBrowser();
    await browser.signIn("oidc");
    expect(await userOf(browser)).toMatchObject({ id: known.id });
    return browser;
  }

  test("ends a session that began with a second factor after it, and a sign-in that waits for one", async () => {
    await anApp(known.id, new Date());
    const passSecondStep = async (browser: TestBrowser) => {
      const response = await secondStep(HOME, { headers: { cookie: browser.cookieHeader() } });
      return browser.keep(HOME, response).json();
    };
    const [browser, late] = [aBrowser(), aBrowser()];
    for (const each of [browser, late])
      expect(await each.signIn("oidc")).toBe(`${HOME}sign-in/second-step?to=%2F`);
    expect(await userOf(browser)).toBeNull();
    expect(await passSecondStep(browser)).toBe("/next");
    expect(await userOf(browser)).toMatchObject({ id: known.id });

    expect(await send(await issuer.sign(claims()))).toBe(200);

    expect(await userOf(browser)).toBeNull();
    expect(await passSecondStep(late)).toBe("/sign-in");
    expect(await userOf(late)).toBeNull();
  });

  test("ends the sessions of the person at once, in every browser, and no others", async () => {
    const browsers = [await aSignedInBrowser(), await aSignedInBrowser()];
    const other = await aSession(known.id);

    expect(await send(await issuer.sign(claims()))).toBe(200);

    expect(await Promise.all(browsers.map(userOf))).toEqual([null, null]);
    expect(await other()).toBe(true);
    expect(
      await db.auditEvent.findFirst({ where: { resourceId: known.id, action: "account.session_ended" } }),
    ).toMatchObject({ actorName: "Single sign-on" });
  });

  test("ends one session if it names only that", async () => {
    const [one, two] = [await aSignedInBrowser(), await aSignedInBrowser()];
    const [{ issuerSid: sid } = { issuerSid: null }] = await db.singleSignOn.findMany({
      where: { userId: known.id },
      orderBy: { id: "asc" },
    });

    expect(await send(await issuer.sign(claims({ sub: undefined, sid })))).toBe(200);

    expect([await userOf(one), await userOf(two)]).toMatchObject([null, { id: known.id }]);
  });

  test("works once", async () => {
    const token = await issuer.sign(claims());
    await aSignedInBrowser();
    expect(await send(token)).toBe(200);
    const browser = await aSignedInBrowser();

    expect(await send(token)).toBe(400);
    expect(await userOf(browser)).not.toBeNull();
  });

  test.each<[string, JWTPayload, ((given: JWTPayload) => Promise<string>)?]>([
    ["of another issuer", { iss: "https://elsewhere.example" }],
    ["for another client", { aud: "another" }],
    ["of an hour ago", { iat: nowSeconds() - 3_600 }],
    ["of the future", { iat: nowSeconds() + 3_600 }],
    ["that has expired", { exp: nowSeconds() - 120 }],
    ["without a time", { iat: undefined }],
    ["without an id", { jti: undefined }],
    ["without the event", { events: undefined }],
    ["with the event as a text", { events: { [Object.keys(EVENTS)[0] ?? ""]: "yes" } }],
    ["with a nonce, such as an ID token has", { nonce: "a" }],
    ["that names nobody", { sub: undefined }],
    ["with the signature of a stranger", {}, byStranger],
    ["without a signature (alg=none)", {}, unsigned],
  ])("%s is refused", async (_, change, sign = issuer.sign) => {
    const browser = await aSignedInBrowser();
    const sub = "sub" in change ? change.sub : issuer.state.person.sub;

    expect(await send(await sign(claims({ ...change, sub })))).toBe(400);
    expect(await userOf(browser)).not.toBeNull();
  });

  test("that is none is refused", async () => {
    expect([await send(""), await send("a.b.c"), await send("x".repeat(10_000))]).toEqual([400, 400, 400]);
  });
});

describe("while a session lasts, the issuer is asked again", () => {
  const roleSeen = async (browser: TestBrowser, caseId: string) => {
    const headers = { cookie: browser.cookieHeader() };
    return (await (await page(`${HOME}${caseId}`, { headers })).json())?.role ?? null;
  };
  const fiveMinutesPass = () =>
    db.$executeRaw`UPDATE single_sign_ons SET refreshed_at = refreshed_at - interval '5 minutes' WHERE user_id = ${known.id}::uuid`;
  const isRefresh = (path: string) => path === "/token" && isAsking;
  let isAsking = false;
  let asked = 0;

  /** A case in which the group `ops` gives a role, and a browser of someone who is in it. */
  async function aBrowserOfOps() {
    const { id: caseId } = await aCase();
    await aMember({ caseId });
    env.OIDC_ROLES = parseGroupRoles(`ops=${caseId}:admin`) ?? [];
    issuer.state.person.groups = ["ops"];
    const browser = aBrowser();
    await browser.signIn("oidc");
    expect(await roleSeen(browser, caseId)).toBe("admin");
    isAsking = true;
    asked = 0;
    issuer.state.rewrite = (path, json) => {
      if (isRefresh(path)) asked += 1;
      return json;
    };
    return { browser, caseId };
  }
  afterEach(() => {
    isAsking = false;
    env.OIDC_ROLES = [];
  });

  test("and a group that was lost in the middle takes its role away, within five minutes", async () => {
    const { browser, caseId } = await aBrowserOfOps();
    issuer.state.person.groups = [];
    expect(await roleSeen(browser, caseId)).toBe("admin");
    await fiveMinutesPass();

    expect(await roleSeen(browser, caseId)).toBeNull();
    expect(await userOf(browser)).toMatchObject({ id: known.id });
    expect(await db.auditEvent.findFirst({ where: { caseId, action: "member.removed" } })).toMatchObject({
      actorKind: "tattle",
    });

    issuer.state.person.groups = ["ops"];
    await fiveMinutesPass();
    expect(await roleSeen(browser, caseId)).toBe("admin");
  });

  test("and once, if several pages are opened at the same time", async () => {
    const { browser, caseId } = await aBrowserOfOps();
    await fiveMinutesPass();

    await Promise.all([1, 2, 3, 4].map(() => roleSeen(browser, caseId)));

    expect(asked).toBe(1);
  });

  test("and a sign-in that it no longer confirms ends the session", async () => {
    const { browser, caseId } = await aBrowserOfOps();
    const { refreshToken } = await db.singleSignOn.findFirstOrThrow({ where: { userId: known.id } });
    const body = new URLSearchParams({
      token: decrypt(refreshToken ?? ""),
      token_type_hint: "refresh_token",
    });
    const Authorization = basic(CLIENT.id, CLIENT.secret);
    await fetch(`${issuer.issuer}/token/revocation`, { method: "POST", body, headers: { Authorization } });
    await fiveMinutesPass();

    expect(await roleSeen(browser, caseId)).toBeNull();
    expect(await userOf(browser)).toBeNull();
    expect(
      await db.auditEvent.findFirst({ where: { resourceId: known.id, action: "account.session_ended" } }),
    ).toMatchObject({ actorName: "Single sign-on" });
  });

  test.each([
    ["cannot answer", () => ({ error: "server_error" })],
    [
      "speaks of somebody else",
      async (json: Record<string, unknown>) => ({
        ...json,
        id_token: await issuer.sign({ ...decodeJwt(String(json.id_token)), sub: "another" }),
      }),
    ],
  ])("and where it %s, everything stays as it is", async (_, response) => {
    const { browser, caseId } = await aBrowserOfOps();
    issuer.state.person.groups = [];
    issuer.state.rewrite = (path, json) => (isRefresh(path) ? response(json) : json);
    await fiveMinutesPass();

    expect(await roleSeen(browser, caseId)).toBe("admin");
    expect(await userOf(browser)).toMatchObject({ id: known.id });
  });

  test("only where it decides who comes in or what they may do: otherwise no token of it is kept", async () => {
    await aBrowser().signIn("oidc");
    expect(await db.singleSignOn.findFirst({ where: { userId: known.id } })).toMatchObject({
      refreshToken: null,
    });
  });
});

describe("a person who is asked again who they are", () => {
  const FROM = `${HOME}account/security`;
  const BACK = `${HOME}confirm?to=%2Faccount%2Fsecurity&asked=`;

  /** Follows the link on a page that asks again. Returns where it leads. */
  async function followLink(browser: TestBrowser): Promise<string> {
    const headers = { cookie: browser.cookieHeader(), referer: FROM };
    const response = await again(`${HOME}confirm/issuer`, { headers });
    browser.keep(HOME, response);
    return response.headers.get("location") ?? "";
  }
  const isSure = async (browser: TestBrowser) => {
    const user = await userOf(browser);
    return user && isConfirmed(user, new Date());
  };
  const hoursPass = () =>
    db.$executeRaw`UPDATE sessions SET confirmed_at = confirmed_at - interval '1 hour' WHERE user_id = ${known.id}::uuid`;

  /** The issuer asked an hour ago. */
  const anHourAgo = async (path: string, json: Record<string, unknown>) => {
    if (path !== "/token") return json;
    const claims = decodeJwt(String(json.id_token));
    return { ...json, id_token: await issuer.sign({ ...claims, auth_time: nowSeconds() - HOUR_SECONDS }) };
  };

  async function aBrowserOfYesterday() {
    const browser = aBrowser();
    await browser.signIn("oidc");
    expect(await isSure(browser)).toBe(true);
    await hoursPass();
    expect(await isSure(browser)).toBe(false);
    return browser;
  }

  test("is asked by the issuer, comes back to the page, and has one session as before", async () => {
    const browser = await aBrowserOfYesterday();

    const callback = await browser.follow(await followLink(browser), isCallback);

    expect((await browser.send(callback)).headers.get("location")).toBe(BACK);
    expect(await isSure(browser)).toBe(true);
    expect(await db.session.count({ where: { userId: known.id } })).toBe(1);
  });

  test("and lets the issuer respond without asking proves nothing", async () => {
    const browser = await aBrowserOfYesterday();
    const address = new URL(await followLink(browser));
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ prompt: "login", max_age: "0" });
    address.searchParams.delete("prompt");
    address.searchParams.delete("max_age");

    await browser.send(await browser.follow(address.href, isCallback));

    expect(await userOf(browser)).toMatchObject({ id: known.id });
    expect(await isSure(browser)).toBe(false);
  });

  test("and signs out and in again, while the issuer remembers them, has shown nothing", async () => {
    const browser = aBrowser();
    issuer.state.rewrite = anHourAgo;
    await browser.signIn("oidc");

    expect(await userOf(browser)).toMatchObject({ id: known.id });
    expect(await isSure(browser)).toBe(false);
  });
});
