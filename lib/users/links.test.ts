import { afterEach, describe, expect, test, vi } from "vitest";
import { finishSignUp, sendSignUp, signUp } from "@/lib/accounts/sign-up";
import { db, pool, transaction } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/durations";
import { emailsTo, tokenMailedTo } from "@/lib/testing/emails";
import { authenticate } from "./authenticate";
import { changeEmail, sendEmailChange } from "./change-email";
import { createUser } from "./create";
import { deleteExpired } from "./delete-expired";
import { findLink } from "./email-link";
import { disconnect, listIdentities } from "./identities";
import { sendMagicLink, signInByLink } from "./magic-link";
import { changePassword, resetPassword, sendPasswordReset } from "./password";
import { endSessions, findSignedIn, sessionKeyOf } from "./sessions";
import { verifyEmail } from "./verify-email";

const now = new Date();
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
const password = "correct horse";
const email = "ada@example.com";
const ada = () => createUser({ email, password });

/** Starts a session. Returns a function that says whether it is still valid. */
async function aSession(id: string) {
  const key = (await sessionKeyOf(id)) ?? "";
  return async () => (await findSignedIn(id, key)) !== null;
}

afterEach(async () => {
  await db.user.deleteMany();
  await db.case.deleteMany();
  await db.emailLink.deleteMany();
  await db.email.deleteMany();
});

describe("an e-mailed link", () => {
  test("works once, even if two requests use it at the same time", async () => {
    const { id } = await ada();
    await sendMagicLink(email, now);
    const token = await tokenMailedTo(email);

    const attempts = await Promise.allSettled([signInByLink(token, now), signInByLink(token, now)]);

    expect(attempts.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(attempts).toContainEqual({ status: "fulfilled", value: id });
    await expect(signInByLink(token, now)).rejects.toMatchObject({
      message: "This link has been used or has expired. Ask for another one.",
    });
  });

  test("is not used up by opening its page", async () => {
    await ada();
    await sendMagicLink(email, now);
    const token = await tokenMailedTo(email);

    expect(await findLink("magic_link", token, now)).toMatchObject({ email });
    expect(await findLink("magic_link", token, now)).toMatchObject({ email });
    await signInByLink(token, now);
    expect(await findLink("magic_link", token, now)).toBeNull();
  });

  test("expires", async () => {
    await ada();
    await sendMagicLink(email, now);
    await sendPasswordReset(email, now);
    const token = await tokenMailedTo(email);

    expect(await findLink("password_reset", token, minutesLater(59))).not.toBeNull();
    await expect(resetPassword(token, "battery staple", minutesLater(60))).rejects.toThrow("expired");
    await deleteExpired(minutesLater(60));
    expect(await db.emailLink.count()).toBe(0);
  });

  test("works only for its own purpose", async () => {
    await ada();
    await sendMagicLink(email, now);
    const token = await tokenMailedTo(email);

    await expect(resetPassword(token, "battery staple", now)).rejects.toThrow("used");
    expect(await findLink("verification", token, now)).toBeNull();
  });

  test("cannot be read from the database", async () => {
    await ada();
    await sendMagicLink(email, now);

    expect(JSON.stringify(await db.emailLink.findMany())).not.toContain(await tokenMailedTo(email));
  });
});

test("an unknown address gets no e-mail, and the caller gets no error", async () => {
  await sendMagicLink("unknown@example.com", now);
  await sendPasswordReset("unknown@example.com", now);

  expect(await emailsTo("unknown@example.com")).toEqual([]);
});

test("signing up with a known address sends a sign-in link", async () => {
  await ada();

  await sendSignUp(email, now);
  await sendSignUp("bob@example.com", now);

  expect(await emailsTo(email)).toEqual(["magic_link"]);
  expect(await emailsTo("bob@example.com")).toEqual(["verification"]);
});

test("a user who signs up by a link has a verified address and a case", async () => {
  await sendSignUp(email, now);
  const { caseId } = await finishSignUp(await tokenMailedTo(email), password, "", now);

  expect(await authenticate({ email, password })).toMatchObject({ emailVerifiedAt: now });
  expect(await db.member.count({ where: { caseId, role: "owner" } })).toBe(1);
});

describe("a new password", () => {
  test("ends all sessions and every other link", async () => {
    const { id } = await ada();
    const isSessionValid = await aSession(id);
    await sendMagicLink(email, now);
    const link = await tokenMailedTo(email);
    await sendPasswordReset(email, now);

    await resetPassword(await tokenMailedTo(email), "battery staple", now);

    expect(await isSessionValid()).toBe(false);
    expect(await authenticate({ email, password })).toBeNull();
    expect(await authenticate({ email, password: "battery staple" })).not.toBeNull();
    await expect(signInByLink(link, now)).rejects.toThrow("used");
  });

  test("disconnects GitHub and Google if it was reset by e-mail, but not if it was changed", async () => {
    const { id } = await ada();
    await db.identity.create({ data: { provider: "github", subject: "1", userId: id } });
    await changePassword(id, { current: password, password: "battery staple" });
    expect(await listIdentities(id)).toHaveLength(1);
    await sendPasswordReset(email, now);

    await resetPassword(await tokenMailedTo(email), "battery staple", now);

    expect(await listIdentities(id)).toEqual([]);
  });

  test("requires the old one", async () => {
    const { id } = await ada();
    const isSessionValid = await aSession(id);

    await expect(
      changePassword(id, { current: "a guess", password: "battery staple" }),
    ).rejects.toMatchObject({ validations: [{ attribute: "current", message: "is not right" }] });
    expect(await isSessionValid()).toBe(true);

    await changePassword(id, { current: password, password: "battery staple" });
    expect(await isSessionValid()).toBe(false);
  });
});

test("ending sessions ends all of them, and deleting a user ends theirs", async () => {
  const { id } = await ada();
  const [first, second] = [await aSession(id), await aSession(id)];
  expect([await first(), await second()]).toEqual([true, true]);

  await transaction((sql) => endSessions(sql, id));
  expect([await first(), await second()]).toEqual([false, false]);

  const third = await aSession(id);
  await db.user.delete({ where: { id } });
  expect(await third()).toBe(false);
});

describe("a person who signed up with another person's address", () => {
  test("loses access when the owner of the address signs in by a link", async () => {
    await signUp({ email, password: "the squatter’s" }, "", now);
    const { id } = await db.user.findUniqueOrThrow({ where: { email } });
    const squatter = await aSession(id);
    await sendMagicLink(email, now);

    await signInByLink(await tokenMailedTo(email), now);

    expect(await squatter()).toBe(false);
    expect(await authenticate({ email, password: "the squatter’s" })).toBeNull();
  });

  test("cannot make the owner of the address verify the account by the link alone", async () => {
    await signUp({ email, password: "the squatter’s" }, "", now);
    const token = await tokenMailedTo(email);
    const owner = await createUser({ email: "owner@example.com", password });

    await expect(verifyEmail(owner, token, now)).rejects.toThrow("another account");

    expect(await db.user.findUnique({ where: { email } })).toMatchObject({ emailVerifiedAt: null });
    expect(await findLink("verification", token, now)).not.toBeNull();
  });
});

test("a provider can be disconnected only if another way to sign in is left, and only for that user", async () => {
  const [{ id }, bob] = [await ada(), await db.user.create({ data: { email: "bob@example.com" } })];
  for (const [userId, provider] of [
    [id, "github"],
    [id, "google"],
    [bob.id, "github"],
    [bob.id, "google"],
  ] as const) {
    await db.identity.create({ data: { provider, subject: userId, userId } });
  }

  await disconnect(id, "github");
  expect(await listIdentities(id)).toMatchObject([{ provider: "google" }]);
  await disconnect(id, "google");
  expect(await listIdentities(id)).toEqual([]);

  const disconnections = [disconnect(bob.id, "github"), disconnect(bob.id, "google")];
  expect((await Promise.allSettled(disconnections)).map(({ status }) => status).sort()).toEqual([
    "fulfilled",
    "rejected",
  ]);
  const [left] = await listIdentities(bob.id);
  await expect(disconnect(bob.id, left?.provider ?? "")).rejects.toThrow("Set a password first");
  expect(await listIdentities(bob.id)).toHaveLength(1);
});

test("a verified user keeps their password when they sign in by a link", async () => {
  await signUp({ email, password }, "", now);
  const person = await db.user.findUniqueOrThrow({ where: { email } });
  await verifyEmail(person, await tokenMailedTo(email), now);
  const isSessionValid = await aSession(person.id);
  await sendMagicLink(email, now);

  await signInByLink(await tokenMailedTo(email), now);

  expect(await isSessionValid()).toBe(true);
  expect(await authenticate({ email, password })).not.toBeNull();
});

describe("a change of address", () => {
  test("happens when the new address is verified, notifies the old one and deletes its links", async () => {
    const person = await ada();
    await sendPasswordReset(email, now);
    const reset = await tokenMailedTo(email);
    await sendEmailChange(person, "new@example.com", now);
    expect(await db.user.findUnique({ where: { email } })).not.toBeNull();

    await changeEmail(person, await tokenMailedTo("new@example.com"), now);

    expect(await db.user.findUnique({ where: { id: person.id } })).toMatchObject({
      email: "new@example.com",
      emailVerifiedAt: expect.any(Date),
    });
    expect(await emailsTo(email)).toEqual(["password_reset", "email_changed"]);
    await expect(resetPassword(reset, "battery staple", now)).rejects.toThrow("used");
  });

  test("does not reveal that an address has an account, and never takes it over", async () => {
    const person = await ada();
    await sendEmailChange(person, "bob@example.com", now);
    const token = await tokenMailedTo("bob@example.com");
    await createUser({ email: "bob@example.com", password });

    await sendEmailChange(person, "bob@example.com", now);
    expect(await emailsTo("bob@example.com")).toEqual(["verification"]);
    await expect(changeEmail(person, token, now)).rejects.toThrow("now has this address");
  });

  test("is refused if another user gets the address at the same time", async () => {
    const person = await ada();
    await sendEmailChange(person, "bob@example.com", now);
    const token = await tokenMailedTo("bob@example.com");
    let change: Promise<string> | undefined;

    await transaction(async (sql) => {
      await sql("INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'bob@example.com')");
      change = changeEmail(person, token, now);
      change.catch(() => {});
      await vi.waitFor(async () => {
        const { rowCount } = await pool.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        expect(rowCount).toBe(1);
      });
    });

    await expect(change).rejects.toMatchObject({ type: "resource_invalid" });
    expect(await db.user.findUnique({ where: { id: person.id } })).toMatchObject({ email });
  });

  test("cannot be confirmed by another user", async () => {
    await sendEmailChange(await ada(), "new@example.com", now);
    const bob = await createUser({ email: "bob@example.com", password });

    await expect(changeEmail(bob, await tokenMailedTo("new@example.com"), now)).rejects.toThrow(
      "another account",
    );
  });
});
