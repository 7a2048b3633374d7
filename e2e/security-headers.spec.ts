import { expect, signedInTest, test } from "./fixtures";

test("a page runs only its own scripts", async ({ page }) => {
  const response = await page.goto("/sign-in");
  const headers = (await response?.allHeaders()) ?? {};
  expect(headers["content-security-policy"]).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic';/);
  expect(headers["x-frame-options"]).toBe("DENY");
  expect(headers["referrer-policy"]).toBe("same-origin");

  const html = (await response?.text()) ?? "";
  const nonce = /'nonce-([^']+)'/.exec(headers["content-security-policy"] ?? "")?.[1];
  const scripts = html.match(/<script(?![^>]*type="application\/json")[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
});

test("every response has a new nonce, and a nonce sent by the client is ignored", async ({ request }) => {
  const headers = { "Content-Security-Policy": "script-src 'nonce-mine'" };
  const messages = await Promise.all([1, 2].map(() => request.get("/", { headers })));

  const policies = messages.map((response) => response.headers()["content-security-policy"]);
  expect(new Set(policies).size).toBe(2);
  for (const response of messages) expect(await response.text()).not.toContain('nonce="mine"');
});

signedInTest("a script of a page cannot read what the session cookie holds", async ({ page }) => {
  const session = await (await page.request.get("/api/auth/session")).json();
  expect(Object.keys(session).sort()).toEqual(["expires", "userId"]);
});

signedInTest("the session cookie is out of reach for scripts and other sites", async ({ page }) => {
  const cookies = await page.context().cookies();
  const session = cookies.filter(({ name }) => name.includes("session-token"));
  expect(session.length).toBeGreaterThan(0);
  for (const cookie of session) expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
});
