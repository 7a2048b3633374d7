import { decodeJwt, generateKeyPair, type JWTPayload, UnsecuredJWT } from "jose";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { aCase, aMember } from "@/lib/testing/factories";
import { openRoute } from "@/lib/testing/next-route";
import { CLIENT, openOpenIdProvider } from "@/lib/testing/openid-provider";
import { isCallback, TestBrowser } from "@/lib/testing/test-browser";

const issuer = await openOpenIdProvider();
afterAll(issuer.close);
// The list of providers is made when it is imported.
env.OIDC_ISSUER = issuer.issuer;
env.OIDC_CLIENT_ID = CLIENT.id;
env.OIDC_CLIENT_SECRET = CLIENT.secret;
const route = openRoute("/api/auth/[...nextauth]", await import("@/app/api/auth/[...nextauth]/route"));
const { signedInBy } = await import("./session-of-request");

const HOME = "http://localhost:3000/";
const REFUSED = "/sign-in?error=provider";
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
  "an address that is %s signs in to no account, and the answer does not tell whether there is one",
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

test.each<[string, (claims: JWTPayload) => JWTPayload, ((claims: JWTPayload) => Promise<string>)?]>([
  ["another nonce", (claims) => ({ ...claims, nonce: "another" })],
  ["no nonce", ({ nonce: _, ...claims }) => claims],
  ["another issuer", (claims) => ({ ...claims, iss: "https://elsewhere.example" })],
  ["another audience", (claims) => ({ ...claims, aud: "another" })],
  ["a time that is over", (claims) => ({ ...claims, exp: (claims.iat ?? 0) - HOUR_SECONDS })],
  ["the signature of a stranger", (claims) => claims, byStranger],
  ["no signature (alg=none)", (claims) => claims, unsigned],
])("an ID token with %s signs nobody in", async (_, change, sign = issuer.sign) => {
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

test("an answer that names another issuer signs nobody in", async () => {
  const browser = aBrowser();
  const callback = await aCallback(browser);
  expect(callback.searchParams.get("iss")).toBe(issuer.issuer);
  callback.searchParams.set("iss", "https://elsewhere.example");

  expect((await browser.send(callback.href)).headers.get("location")).toBe(FAILED);
});

test("a code works once, also in the same browser with the same state", async () => {
  const browser = aBrowser();
  const callback = await aCallback(browser);
  const before = browser.copy();
  await browser.send(callback.href);

  expect((await before.send(callback.href)).headers.get("location")).toBe(FAILED);
  expect(await userOf(before)).toBeNull();
});

test("the code of one browser signs nobody in at another one", async () => {
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
