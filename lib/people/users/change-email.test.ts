import { describe, expect, test } from "vitest";
import { addBrowser } from "@/lib/channels/browsers";
import { db, transaction } from "@/lib/platform/db";
import { emailsTo, tokenMailedTo } from "@/testing/emails";
import { ACTOR, aCase } from "@/testing/factories";
import { oneLockWait } from "@/testing/lock-wait";
import { aSubscription } from "@/testing/push-service";
import { ADA, ada, deletePeopleAfterEachTest } from "@/testing/users";
import { changeEmail, sendEmailChange } from "./change-email";
import { createUser } from "./create";
import { resetPassword, sendPasswordReset } from "./password";

const now = new Date();
const { email, password } = ADA;

deletePeopleAfterEachTest();

describe("a change of address", () => {
  test("happens when the new address is verified, notifies the old one and deletes its links", async () => {
    const person = await ada();
    await sendPasswordReset(email, now);
    const reset = await tokenMailedTo(email);
    await sendEmailChange(person, "new@example.com", now);
    expect(await db.user.findUnique({ where: { email } })).not.toBeNull();

    await changeEmail(person, await tokenMailedTo("new@example.com"), "", now);

    expect(await db.user.findUnique({ where: { id: person.id } })).toMatchObject({
      email: "new@example.com",
      emailVerifiedAt: expect.any(Date),
    });
    expect(await emailsTo(email)).toEqual(["password_reset", "email_changed"]);
    await expect(resetPassword(reset, "battery staple", "", now)).rejects.toThrow("used");
  });

  test("renames the browsers in which the person is notified", async () => {
    const person = await ada();
    const { id: caseId } = await aCase();
    await db.member.create({ data: { caseId, userId: person.id, role: "viewer" } });
    const { settings } = aSubscription("https://push.example.com/send/abc");
    const { id } = await addBrowser(caseId, person, settings, { ...ACTOR, id: person.id });
    await sendEmailChange(person, "new@example.com", now);

    await changeEmail(person, await tokenMailedTo("new@example.com"), "", now);

    expect(await db.channel.findUnique({ where: { id } })).toMatchObject({
      name: "Browser of new@example.com (Firefox on Linux)",
    });
  });

  test("does not reveal that an address has an account, and never takes it over", async () => {
    const person = await ada();
    await sendEmailChange(person, "bob@example.com", now);
    const token = await tokenMailedTo("bob@example.com");
    await createUser({ email: "bob@example.com", password });

    await sendEmailChange(person, "bob@example.com", now);
    expect(await emailsTo("bob@example.com")).toEqual(["verification"]);
    await expect(changeEmail(person, token, "", now)).rejects.toThrow("now has this address");
  });

  test("is refused if another user gets the address at the same time", async () => {
    const person = await ada();
    await sendEmailChange(person, "bob@example.com", now);
    const token = await tokenMailedTo("bob@example.com");
    let change: Promise<string> | undefined;

    await transaction(async (sql) => {
      await sql("INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'bob@example.com')");
      change = changeEmail(person, token, "", now);
      change.catch(() => {});
      await oneLockWait();
    });

    await expect(change).rejects.toMatchObject({ type: "resource_invalid" });
    expect(await db.user.findUnique({ where: { id: person.id } })).toMatchObject({ email });
  });

  test("cannot be confirmed by another user", async () => {
    await sendEmailChange(await ada(), "new@example.com", now);
    const bob = await createUser({ email: "bob@example.com", password });

    await expect(changeEmail(bob, await tokenMailedTo("new@example.com"), "", now)).rejects.toThrow(
      "another account",
    );
  });
});
