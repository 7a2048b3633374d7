import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import getPort from "get-port";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { db } from "@/lib/platform/db";
import { build } from "@/scripts/build";
import { addAuthenticator } from "@/testing/authenticator";
import { getChromium } from "@/testing/chromium";
import { openApache } from "@/testing/deploy/apache";
import { aMachine } from "@/testing/deploy/machine";
import { missingPackages } from "@/testing/deploy/programs";
import { ACTOR, aCase, aMember, aSnitch } from "@/testing/factories";
import type { Machine } from "@/testing/fleet";
import { CLIENT, openOpenIdProvider } from "@/testing/openid-provider";
import { basic } from "@/testing/requests";

const isLeftOut = missingPackages(["apache2", "libapache2-mod-auth-openidc"]).length > 0;
const folder = isLeftOut ? "" : mkdtempSync(path.join(tmpdir(), "tattle-apache-"));
const CASE = "Behind Apache";

let port: number;
let appUrl: string;
let web: Machine;
let apache: Awaited<ReturnType<typeof openApache>>;
let issuer: Awaited<ReturnType<typeof openOpenIdProvider>>;
let browser: Browser;
let caseId: string;

beforeAll(async () => {
  if (isLeftOut) return;
  port = await getPort();
  // Passkeys work at localhost and nowhere else without a certificate.
  appUrl = `http://localhost:${port}`;
  const redirect = `${appUrl}/signed-in`;
  issuer = await openOpenIdProvider({
    client: { redirect_uris: [redirect], post_logout_redirect_uris: [appUrl] },
  });
  const pages = await build();
  web = await aMachine("web", {
    pages,
    folder,
    env: {
      APP_URL: appUrl,
      TRUSTED_PROXIES: "127.0.0.1",
      AUTH_PROXY_USER_HEADER: "X-Forwarded-Email",
      AUTH_PROXY_GROUPS_HEADER: "X-Forwarded-Groups",
      AUTH_PROXY_SIGN_OUT_URL: `${redirect}?logout=${encodeURIComponent(appUrl)}`,
      LOG_LEVEL: "warn",
      OIDC_ROLES: `ops="${CASE}":admin`,
    },
  });
  await web.start();
  apache = await openApache(path.join(folder, "apache"), port, {
    "https://id.example": issuer.issuer,
    "the client's secret": CLIENT.secret,
    "https://tattle.example/signed-in": redirect,
    "http://127.0.0.1:3000": web.url,
  });
  const executablePath = (await getChromium()) ?? undefined;
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  ({ id: caseId } = await aCase({ name: CASE }));
  await aMember({ caseId });
}, 400_000);

afterAll(async () => {
  await browser?.close();
  await apache?.close();
  web?.kill();
  issuer?.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const unique = () => Math.random().toString(36).slice(2);
const aPerson = (groups = ["ops"]) => {
  issuer.state.person = { sub: unique(), email: `${unique()}@example.com`, email_verified: true, groups };
  return issuer.state.person;
};

/** Opens a page as anyone who is at the issuer now, in a browser of their own. */
async function open(address: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: appUrl });
  const page = await context.newPage();
  await page.goto(address);
  return { context, page };
}
const userOf = async (email = "") => db.user.findUnique({ where: { email } });

const whenInstalled = test.skipIf(isLeftOut);

/** The status of a request that sends the header itself, from this address of the machine. */
const send = (url: string, headers: Record<string, string>, localAddress = "127.0.0.1") =>
  new Promise<number | undefined>((resolve, reject) => {
    request(url, { headers, localAddress }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once("error", reject)
      .end();
  });

whenInstalled("a person of a group signs in at Apache alone, and sees the case", async () => {
  const { email } = aPerson();
  const { page, context } = await open(`/${caseId}/settings/members`);

  expect(new URL(page.url()).pathname).toBe(`/${caseId}/settings/members`);
  await page.getByText("ops").first().waitFor();
  const user = await userOf(email);
  expect(await db.member.findFirst({ where: { userId: user?.id } })).toMatchObject({
    role: "admin",
    fromGroup: "ops",
  });
  await context.close();
});

whenInstalled("a header that the browser sends is not the one that Apache passes on", async () => {
  const { email } = aPerson();
  const owner = await db.user.findFirstOrThrow({
    where: { memberships: { some: { caseId, role: "owner" } } },
  });
  const { page, context } = await open("/account");
  await context.setExtraHTTPHeaders({ "X-Forwarded-Email": owner.email, "X-Forwarded-Groups": "ops" });
  await page.goto("/account");

  expect(await page.content()).toContain(email);
  expect(await page.content()).not.toContain(owner.email);
  await context.close();
});

whenInstalled("who comes past Apache with the header is refused, and the log says so", async () => {
  const headers = { "X-Forwarded-Email": "ada@example.com" };

  expect(await send(`${web.url}/account`, headers, "127.0.0.2")).toBe(403);
  expect(web.output).toContain("refused a proxy header from an address that is not in TRUSTED_PROXIES");
});

whenInstalled("an address that the issuer has not verified gets no further than Apache", async () => {
  const owner = await db.user.findFirstOrThrow({
    where: { memberships: { some: { caseId, role: "owner" } } },
  });
  Object.assign(aPerson(), { email: owner.email, email_verified: false });
  const { page, context } = await open("/account");

  expect(await page.content()).not.toContain(owner.email);
  expect(await db.session.count({ where: { userId: owner.id } })).toBe(0);
  await context.close();
});

whenInstalled("who is in the group no more is no member any more", async () => {
  const { email, sub } = aPerson();
  await (await open(`/${caseId}`)).context.close();
  const user = await userOf(email);
  expect(await db.member.count({ where: { userId: user?.id } })).toBe(1);

  issuer.state.person = { sub, email, email_verified: true, groups: [] };
  const { page, context } = await open(`/${caseId}`);

  await page
    .getByRole("heading", { name: "There is nothing here" })
    .or(page.getByText("404"))
    .first()
    .waitFor();
  expect(await db.member.count({ where: { userId: user?.id } })).toBe(0);
  await context.close();
});

whenInstalled("programs pass Apache without it, and pages that begin alike do not", async () => {
  const snitch = await aSnitch({ caseId });
  const { key } = await createApiKey(caseId, { name: "Program" }, ACTOR);
  const get = async (address: string, headers = {}) =>
    (await fetch(`${appUrl}${address}`, { headers, redirect: "manual" })).status;

  expect(await get("/v1/snitches", { Authorization: basic(key) })).toBe(200);
  expect(await get(`/c/${snitch.token}`)).toBe(202);
  expect([await get("/healthz"), await get("/.well-known/tattle")]).toEqual([200, 200]);
  // A browser that opens a page is led to the issuer instead.
  for (const page of [
    "/",
    "/cases/new",
    "/confirm",
    "/password",
    "/clip",
    "/api/auth/session",
    "/api//auth/session",
  ])
    expect([page, await get(page)]).toEqual([page, 401]);
});

whenInstalled(
  "a passkey is added behind Apache, and shows who a person is when they are asked again",
  async () => {
    const { email } = aPerson();
    const { page, context } = await open("/account/security");
    await addAuthenticator(page);
    await page.getByLabel("Name").fill("Laptop");
    await page.getByRole("button", { name: "Add a Passkey" }).click();
    await page.getByRole("table", { name: "Passkeys" }).getByText("Laptop").waitFor();
    const user = await userOf(email);
    expect(await db.passkey.findMany({ where: { userId: user?.id } })).toMatchObject([{ rpId: "localhost" }]);

    await db.session.updateMany({
      where: { userId: user?.id },
      data: { createdAt: new Date(Date.now() - 3_600_000), confirmedAt: null },
    });
    await page.goto(`/${caseId}/api-keys`);
    await page.getByLabel("Name of the new key").fill("Deploy");
    await page.getByRole("button", { name: "Create Key" }).click();
    await page.getByRole("button", { name: "Use a Passkey" }).click();
    await page.getByLabel("API key", { exact: true }).waitFor();
    expect(await db.apiKey.count({ where: { caseId, name: "Deploy" } })).toBe(1);
    await context.close();
  },
);

whenInstalled("signing out ends the session here and that of Apache", async () => {
  const { email } = aPerson();
  const { page, context } = await open("/account");
  const user = await userOf(email);
  const { id } = await db.session.findFirstOrThrow({ where: { userId: user?.id } });
  const cookies = await context.cookies(appUrl);
  const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  expect((await fetch(`${appUrl}/account`, { headers: { Cookie } })).status).toBe(200);

  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("Sign Out");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.startsWith("/account"));

  // What it leads to may sign the person in again at once, because this issuer asks for nothing.
  expect(await db.session.findUnique({ where: { id } })).toBeNull();
  expect((await fetch(`${appUrl}/account`, { headers: { Cookie } })).status).toBe(401);
  await context.close();
});
