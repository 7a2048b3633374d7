import { describe, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { tokenMailedTo } from "@/testing/emails";
import { aSession } from "@/testing/sessions";
import { ADA, ada, deletePeopleAfterEachTest } from "@/testing/users";
import { authenticate } from "./authenticate";
import { listIdentities } from "./identities";
import { sendMagicLink, signInByLink } from "./magic-link";
import { changePassword, resetPassword, sendPasswordReset } from "./password";

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

  test("disconnects GitHub and Google if it was reset by email, but not if it was changed", async () => {
    const { id } = await ada();
    await db.identity.create({ data: { provider: "github", subject: "1", userId: id } });
    await changePassword(id, { current: password, password: "battery staple" }, "");
    expect(await listIdentities(id)).toHaveLength(1);
    await sendPasswordReset(email, now);

    await resetPassword(await tokenMailedTo(email), "battery staple", "", now);

    expect(await listIdentities(id)).toEqual([]);
  });

  test("requires the old one", async () => {
    const { id } = await ada();
    const isSessionValid = await aSession(id);

    await expect(
      changePassword(id, { current: "a guess", password: "battery staple" }, ""),
    ).rejects.toMatchObject({ validations: [{ attribute: "current", message: "is incorrect" }] });
    expect(await isSessionValid()).toBe(true);

    await changePassword(id, { current: password, password: "battery staple" }, "");
    expect(await isSessionValid()).toBe(false);
  });
});

test("a password that is easy to guess is refused, also if only by the name of a case; the previous one, and the link, work on", async () => {
  const { id } = await ada();
  const { id: caseId } = await db.case.create({ data: { id: crypto.randomUUID(), name: "Kestrel Imports" } });
  await db.member.create({ data: { caseId, userId: id, role: "viewer" } });
  const guessable = { validations: [{ attribute: "password", message: expect.stringContaining("guess") }] };
  await sendPasswordReset(email, now);
  const link = await tokenMailedTo(email);

  for (const chosen of ["password123", "kestrelimports", "AdaExampleCom1"]) {
    await expect(changePassword(id, { current: password, password: chosen }, "")).rejects.toMatchObject(
      guessable,
    );
    await expect(resetPassword(link, chosen, "", now)).rejects.toMatchObject(guessable);
  }

  expect(await authenticate({ email, password })).not.toBeNull();
  await resetPassword(link, "battery staple", "", now);
});

test("a person without a password sets one without typing another", async () => {
  const { id } = await db.user.create({ data: { email } });

  await changePassword(id, { current: "", password }, "");

  await expect(changePassword(id, { current: "", password: "of a thief" }, "")).rejects.toMatchObject({
    validations: [{ attribute: "current", message: "can't be blank" }],
  });
});
