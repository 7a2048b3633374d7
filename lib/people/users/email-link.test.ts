import { afterEach, describe, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { emailsTo, tokenMailedTo } from "@/testing/emails";
import { createUser } from "./create";
import { deleteExpired } from "./delete-expired";
import { findLink } from "./email-link";
import { sendMagicLink, signInByLink } from "./magic-link";
import { resetPassword, sendPasswordReset } from "./password";

const now = new Date();
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
const password = "correct horse";
const email = "ada@example.com";
const ada = () => createUser({ email, password });

afterEach(async () => {
  await db.user.deleteMany();
  await db.case.deleteMany();
  await db.emailLink.deleteMany();
  await db.email.deleteMany();
});

describe("an emailed link", () => {
  test("works once, even if two requests use it at the same time", async () => {
    const { id } = await ada();
    await sendMagicLink(email, now);
    const token = await tokenMailedTo(email);

    const attempts = await Promise.allSettled([signInByLink(token, "", now), signInByLink(token, "", now)]);

    expect(attempts.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(attempts).toContainEqual({ status: "fulfilled", value: { id, method: "mailed link" } });
    await expect(signInByLink(token, "", now)).rejects.toMatchObject({
      message: "This link has been used or has expired. Ask for another one.",
    });
  });

  test("is not used up by opening its page", async () => {
    await ada();
    await sendMagicLink(email, now);
    const token = await tokenMailedTo(email);

    expect(await findLink("magic_link", token, now)).toMatchObject({ email });
    expect(await findLink("magic_link", token, now)).toMatchObject({ email });
    await signInByLink(token, "", now);
    expect(await findLink("magic_link", token, now)).toBeNull();
  });

  test("expires", async () => {
    await ada();
    await sendMagicLink(email, now);
    await sendPasswordReset(email, now);
    const token = await tokenMailedTo(email);

    expect(await findLink("password_reset", token, minutesLater(59))).not.toBeNull();
    await expect(resetPassword(token, "battery staple", "", minutesLater(60))).rejects.toThrow("expired");
    await deleteExpired(minutesLater(60));
    expect(await db.emailLink.count()).toBe(0);
  });

  test("works only for its own purpose", async () => {
    await ada();
    await sendMagicLink(email, now);
    const token = await tokenMailedTo(email);

    await expect(resetPassword(token, "battery staple", "", now)).rejects.toThrow("used");
    expect(await findLink("verification", token, now)).toBeNull();
  });

  test("cannot be read from the database", async () => {
    await ada();
    await sendMagicLink(email, now);

    expect(JSON.stringify(await db.emailLink.findMany())).not.toContain(await tokenMailedTo(email));
  });
});

test("an unknown address gets no email, and the caller gets no error", async () => {
  await sendMagicLink("unknown@example.com", now);
  await sendPasswordReset("unknown@example.com", now);

  expect(await emailsTo("unknown@example.com")).toEqual([]);
});
