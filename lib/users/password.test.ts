import { describe, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { tokenMailedTo } from "@/lib/testing/emails";
import { aSession, startTestSession } from "@/lib/testing/sessions";
import { ADA, ada, deletePeopleAfterEachTest } from "@/lib/testing/users";
import { authenticate } from "./authenticate";
import { listIdentities } from "./identities";
import { sendMagicLink, signInByLink } from "./magic-link";
import { changePassword, proveIdentity, resetPassword, sendPasswordReset } from "./password";

const now = new Date();
const { email, password } = ADA;

deletePeopleAfterEachTest();

describe("a new password", () => {
  test("ends all sessions and every other link", async () => {
    const { id } = await ada();
    const isSessionValid = await aSession(id);
    await sendMagicLink(email, now);
    const link = await tokenMailedTo(email);
    await sendPasswordReset(email, now);

    await resetPassword(await tokenMailedTo(email), "battery staple", "", now);

    expect(await isSessionValid()).toBe(false);
    expect(await authenticate({ email, password })).toBeNull();
    expect(await authenticate({ email, password: "battery staple" })).not.toBeNull();
    await expect(signInByLink(link, "", now)).rejects.toThrow("used");
  });

  test("disconnects GitHub and Google if it was reset by e-mail, but not if it was changed", async () => {
    const { id } = await ada();
    await db.identity.create({ data: { provider: "github", subject: "1", userId: id } });
    await changePassword(
      await startTestSession(id),
      { current: password, password: "battery staple" },
      "",
      now,
    );
    expect(await listIdentities(id)).toHaveLength(1);
    await sendPasswordReset(email, now);

    await resetPassword(await tokenMailedTo(email), "battery staple", "", now);

    expect(await listIdentities(id)).toEqual([]);
  });

  test("requires the old one", async () => {
    const { id } = await ada();
    const isSessionValid = await aSession(id);

    await expect(
      changePassword(await startTestSession(id), { current: "a guess", password: "battery staple" }, "", now),
    ).rejects.toMatchObject({ validations: [{ attribute: "current", message: "is not right" }] });
    expect(await isSessionValid()).toBe(true);

    await changePassword(
      await startTestSession(id),
      { current: password, password: "battery staple" },
      "",
      now,
    );
    expect(await isSessionValid()).toBe(false);
  });
});

test("a person without a password proves who they are by having signed in within 15 minutes", async () => {
  const { id } = await db.user.create({ data: { email } });
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const fresh = await startTestSession(id, minutesAgo(14));
  const old = await startTestSession(id, minutesAgo(16));

  await proveIdentity(fresh, "", now);
  await expect(proveIdentity(old, "", now)).rejects.toThrow("sign in again");
  await expect(changePassword(old, { current: "", password: "of a thief" }, "", now)).rejects.toThrow();
  await changePassword(fresh, { current: "", password }, "", now);

  const withPassword = await startTestSession(id);
  await expect(proveIdentity(withPassword, "", now)).rejects.toMatchObject({
    validations: [{ attribute: "current", message: "can't be blank" }],
  });
  await proveIdentity(withPassword, password, now);
});
