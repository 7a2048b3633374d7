import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { type Action, buildBody, listActions } from "./actions";
import { cookieIn, formResult, readCookies, send, signIn } from "./http";
import { Visitors } from "./visitors";

const visitors = new Visitors();
let actions: Action[] = [];
test.beforeAll(async () => {
  await visitors.open();
  actions = listActions();
});
test.afterAll(() => visitors.close());

const PASSWORD = "correct horse battery";
const origin = () => process.env.APP_URL ?? "";

type Sent = { args?: unknown[]; form: Record<string, string>; headers?: Record<string, string> };

/** Sends a form to an action without a browser. */
function runAction(name: string, { args = [], form, headers }: Sent): Promise<Response> {
  const action = actions.find((each) => each.name.endsWith(name));
  if (!action) throw new Error(`There is no action ${name}.`);
  const location = action.page.replace("[caseId]", visitors.caseId).replace("[token]", visitors.token);
  return send(location, {
    method: "POST",
    body: buildBody([...args, {}], form),
    headers: { "Next-Action": action.id, Origin: origin(), ...headers },
  });
}

const owner = () => ({ Cookie: visitors.cookieOf("owner") });
const anEmail = () => `${randomBytes(6).toString("hex")}@example.com`;
const caseName = async () =>
  (await visitors.sql("SELECT name FROM cases WHERE id = $1", [visitors.caseId])).rows[0].name;

test.describe("forged requests", () => {
  const rename = (headers: Record<string, string>) =>
    runAction("settings/actions.ts#updateCaseAction", {
      args: [visitors.caseId],
      form: { name: "Forged", alertEmail: "" },
      headers: { ...owner(), ...headers },
    });

  test("an action sent from another site does nothing", async () => {
    for (const forged of ["https://evil.test", "null", `${origin()}.evil.test`]) {
      const response = await rename({ Origin: forged });
      expect(response.status).toBe(403);
      expect(await response.text()).toContain("did not come from a page of Tattle");
      expect(await caseName()).toBe("Walked");
    }
    // As a form of another site, without a script.
    const form = new URLSearchParams({ name: "Forged" });
    const headers = { ...owner(), Origin: "https://evil.test" };
    expect((await send(`/${visitors.caseId}/settings`, { method: "POST", body: form, headers })).status).toBe(
      403,
    );
    // A proxy that names another host does not make our own page foreign.
    await rename({ "X-Forwarded-Host": "internal:3000" });
    expect(await caseName()).toBe("Forged");
  });

  test("signing in and out require the CSRF token", async () => {
    const body = () => new URLSearchParams({ email: visitors.emailOf("owner"), password: PASSWORD });
    const response = await send("/api/auth/callback/credentials", { method: "POST", body: body() });
    expect(readCookies(response)).not.toContain("session-token");

    const out = await send("/api/auth/signout", { method: "POST", headers: owner(), body: body() });
    expect(readCookies(out)).not.toContain("session-token=;");
  });

  test("the session cookie is HttpOnly and SameSite", async () => {
    const csrf = await send("/api/auth/csrf");
    const { csrfToken } = await csrf.json();
    const response = await send("/api/auth/callback/credentials", {
      method: "POST",
      headers: { Cookie: readCookies(csrf) },
      body: new URLSearchParams({
        email: visitors.emailOf("owner"),
        password: PASSWORD,
        csrfToken,
        json: "true",
      }),
    });
    const cookie = response.headers.getSetCookie().find((each) => each.includes("session-token")) ?? "";
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
  });
});

test("an action refuses arguments of the wrong type without failing @size", async () => {
  const odd = process.env.TEST_LONG ? [null, 7, "\0", {}, [visitors.caseId]] : [7];
  const failed: string[] = [];
  for (const { id, name, page } of actions.filter((each) => !ENDS_A_SESSION.test(each.name))) {
    const offer = async (args: unknown[], form?: Record<string, string>) => {
      const location = page.replace("[caseId]", visitors.caseId).replace("[token]", visitors.token);
      const headers = { "Next-Action": id, Origin: origin(), ...owner() };
      const { status } = await send(location, { method: "POST", body: buildBody(args, form), headers });
      if (status >= 500) failed.push(`${name} ${JSON.stringify(args)}: ${status}`);
    };
    for (const each of odd) {
      await offer([each, each, {}], {});
      await offer([visitors.caseId, each, each], {});
    }
    await offer([]);
  }
  expect(failed).toEqual([]);
});

/** Actions that would delete the data of the other tests. */
const ENDS_A_SESSION =
  /#(signOut|signOutEverywhere|deleteAccount|removeCase|leaveCase|changePassword)Action$/;

test("a session cookie set before signing in is replaced (session fixation)", async () => {
  const planted = visitors.cookieOf("outsider");

  const fresh = await signIn(visitors.emailOf("viewer"), PASSWORD, planted);

  expect(fresh).not.toBe(planted);
  const who = async (cookie: string) =>
    (await (await send("/api/auth/session", { headers: { Cookie: cookie } })).json()).userId;
  expect(await who(fresh)).toBe(visitors.idOf("viewer"));
  expect(await who(planted)).toBe(visitors.idOf("outsider"));
  expect(await who(cookieIn("made.up"))).toBeUndefined();

  const again = await signIn(visitors.emailOf("viewer"), PASSWORD, fresh);
  expect([await who(again), await who(fresh)]).toEqual([visitors.idOf("viewer"), undefined]);
});

test("a copy of a session cookie is void after signing out, in the browser or by next-auth’s own URL; other sessions stay", async () => {
  const email = visitors.emailOf("viewer");
  const [first, second, other] = [
    await signIn(email, PASSWORD),
    await signIn(email, PASSWORD),
    await signIn(email, PASSWORD),
  ];
  const shown = async (cookie: string) => formResult(await send("/account", { headers: { Cookie: cookie } }));
  expect([await shown(first), await shown(second), await shown(other)]).toEqual(Array(3).fill("shown"));

  await runAction("#signOutAction", { form: {}, headers: { Cookie: first } });
  const csrf = await send("/api/auth/csrf");
  const { csrfToken } = await csrf.json();
  await send("/api/auth/signout", {
    method: "POST",
    headers: { Cookie: `${second}; ${readCookies(csrf)}` },
    body: new URLSearchParams({ csrfToken, json: "true" }),
  });

  expect([await shown(first), await shown(second), await shown(other)]).toEqual([
    "sign in",
    "sign in",
    "shown",
  ]);
  const session = await send("/api/auth/session", { headers: { Cookie: first } });
  expect(await session.json()).toEqual({});
  expect(session.headers.getSetCookie()).toEqual([]);
});

test("signing in never redirects to another site", async () => {
  const elsewhere = [
    "https://evil.test/",
    "//evil.test/",
    "/\\evil.test/",
    "/\t/evil.test",
    "/.//evil.test/",
    "javascript:alert(1)",
  ];
  for (const to of elsewhere) {
    const result = await send(`/sign-in?to=${encodeURIComponent(to)}`, { headers: owner() });
    expect(result.headers.get("location")).toBe("/");

    const signed = await runAction("#signInAction", {
      form: { email: visitors.emailOf("viewer"), password: PASSWORD, to },
    });
    expect(signed.headers.get("x-action-redirect")).toMatch(/^\/(;|$)/);

    const csrf = await send("/api/auth/csrf");
    const { csrfToken } = await csrf.json();
    const response = await send("/api/auth/callback/credentials", {
      method: "POST",
      headers: { Cookie: `${readCookies(csrf)}; next-auth.callback-url=${encodeURIComponent(to)}` },
      body: new URLSearchParams({
        email: visitors.emailOf("viewer"),
        password: PASSWORD,
        csrfToken,
        callbackUrl: to,
      }),
    });
    expect(new URL(response.headers.get("location") ?? "", origin()).origin).toBe(origin());
  }
});

test.describe("the existence of an account", () => {
  /** A response without the parts that always differ. */
  const responseTo = async (name: string, email: string, more: Record<string, string> = {}) => {
    const response = await runAction(name, { form: { email, ...more } });
    // The response may contain the rendered page, which has ids of its own.
    const [outcome] = /^1:.*$/m.exec((await response.text()).replaceAll(email, "EMAIL")) ?? [];
    return `${response.status} ${formResult(response)} ${outcome}`;
  };
  for (const [name, whose, more] of [
    ["#signInAction", "member", { password: "a wrong password" }],
    ["#requestMagicLinkAction", "viewer", {}],
    ["#requestPasswordResetAction", "outsider", {}],
  ] as const) {
    // That it is not revealed by the duration either is counted: `lib/people/users/authenticate.alone.test.ts`.
    test(`is not revealed by the response of ${name}`, async () => {
      expect(await responseTo(name, visitors.emailOf(whose), more)).toBe(
        await responseTo(name, anEmail(), more),
      );
    });
  }

  test("is not revealed by its factors either, which no stranger learns", async () => {
    const [withFactor, withoutPassword] = [anEmail(), anEmail()];
    await visitors.sql(
      `INSERT INTO users (id, email, password_hash, second_factor_since)
       SELECT gen_random_uuid(), $1, password_hash, now() FROM users WHERE id = $3
       UNION ALL SELECT gen_random_uuid(), $2, NULL, NULL FROM users WHERE id = $3`,
      [withFactor, withoutPassword, visitors.idOf("member")],
    );
    const password = "a wrong password";
    for (const name of ["#signInAction", "#requestMagicLinkAction", "#requestPasswordResetAction"]) {
      const [noOne, ...known] = await Promise.all(
        [anEmail(), withFactor, withoutPassword].map((email) => responseTo(name, email, { password })),
      );
      expect(known).toEqual([noOne, noOne]);
    }

    const page = await (await send("/sign-in")).text();
    const options = await (await runAction("#passkeyOptionsAction", { form: {} })).text();
    for (const text of [page, options]) expect(text).toContain("allowCredentials");
    expect(page).toMatch(/allowCredentials\\?":\[\]/);
    expect(options).toMatch(/"allowCredentials":\[\]/);
    const step = await send("/sign-in/second-step", {
      headers: { Cookie: "tattle.pending-sign-in=made-up" },
    });
    expect(formResult(step)).toBe("sign in");
    const sent = await runAction("#secondStepAction", { form: { code: "000000" } });
    expect(formResult(sent)).toBe("sign in");
  });

  test("is not revealed to a person who signs up with the address", async () => {
    const email = visitors.emailOf("member");
    const text = await responseTo("#signUpAction", email, { password: "a guess at it" });

    expect(text).toContain("can’t sign up with this address and password");
    expect(text).not.toMatch(/already|taken|exists/);
  });
});

test("guessing passwords is limited on every endpoint", async () => {
  const email = visitors.emailOf("admin");
  const headers = { "X-Forwarded-For": "10.251.0.1" };
  for (let i = 0; i < 10; i++)
    await runAction("#signInAction", { form: { email, password: `guess ${i}` }, headers });

  const response = await runAction("#signInAction", { form: { email, password: PASSWORD }, headers });
  expect(await response.text()).toContain("Too many attempts. Try again in 15 minutes.");
  await expect(signIn(email, PASSWORD, "", headers)).rejects.toThrow("Too%20many%20attempts");
  // The account's owner has another IP address.
  expect(await signIn(email, PASSWORD)).toBeTruthy();
  await visitors.sql("DELETE FROM rate_limits WHERE key LIKE '%' || $1", [email]);
});

test.describe("extra form fields", () => {
  test("do not make a user the operator, or the address confirmed", async () => {
    const email = anEmail();
    const extra = {
      operatorSince: "2026-01-01",
      operator_since: "2026-01-01",
      emailVerifiedAt: "2026-01-01",
    };
    await runAction("#signUpAction", { form: { email, password: PASSWORD, id: randomUUID(), ...extra } });

    const { rows } = await visitors.sql(
      "SELECT operator_since, email_verified_at FROM users WHERE email = $1",
      [email],
    );
    expect(rows).toEqual([{ operator_since: null, email_verified_at: null }]);
  });

  test("do not change the plan, the hold or another case", async () => {
    await visitors.sql("UPDATE cases SET plan = 'free', on_hold_at = now() WHERE id = $1", [visitors.caseId]);
    const extra = { plan: "unlimited", onHoldAt: "", id: randomUUID(), caseId: randomUUID() };
    await runAction("settings/actions.ts#updateCaseAction", {
      args: [visitors.caseId],
      form: { name: "Renamed", alertEmail: "", ...extra },
      headers: owner(),
    });

    const { rows } = await visitors.sql("SELECT name, plan, on_hold_at FROM cases WHERE id = $1", [
      visitors.caseId,
    ]);
    expect(rows).toEqual([{ name: "Renamed", plan: "free", on_hold_at: expect.any(Date) }]);
    await visitors.aFreshCase();
  });

  test("do not give a role that the inviter may not give", async () => {
    const email = anEmail();
    const response = await runAction("members/actions.ts#inviteAction", {
      args: [visitors.caseId],
      form: { email, role: "owner" },
      headers: { Cookie: visitors.cookieOf("admin") },
    });

    expect(await response.text()).toContain("this needs an owner");
    expect((await visitors.sql("SELECT FROM invitations WHERE email = $1", [email])).rowCount).toBe(0);
  });
});
