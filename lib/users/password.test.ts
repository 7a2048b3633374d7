import { afterEach, describe, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { tokenMailedTo } from "@/lib/testing/emails";
import { aSession } from "@/lib/testing/sessions";
import { authenticate } from "./authenticate";
import { createUser } from "./create";
import { listIdentities } from "./identities";
import { sendMagicLink, signInByLink } from "./magic-link";
import { changePassword, resetPassword, sendPasswordReset } from "./password";

const now = new Date();
const password = "correct horse";
const email = "ada@example.com";
const ada = () => createUser({ email, password });

afterEach(async () => {
  await db.user.deleteMany();
  await db.case.deleteMany();
  await db.emailLink.deleteMany();
  await db.email.deleteMany();
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
