import { describe, expect, test } from "vitest";
import { signUp } from "@/lib/people/accounts/sign-up";
import { db } from "@/lib/platform/db";
import { tokenMailedTo } from "@/testing/emails";
import { aSession } from "@/testing/sessions";
import { ADA, deletePeopleAfterEachTest, readCode } from "@/testing/users";
import { authenticate } from "./authenticate";
import { createUser } from "./create";
import { findLink } from "./email-link";
import { sendMagicLink, signInByLink } from "./magic-link";
import { verifyEmail } from "./verify-email";

const now = new Date();
const { email, password } = ADA;

deletePeopleAfterEachTest();

describe("a person who signed up with another person's address", () => {
  test("loses access when the owner of the address signs in by a link", async () => {
    await signUp({ email, password: "the squatter’s", setUpCode: await readCode() }, "", now);
    const { id } = await db.user.findUniqueOrThrow({ where: { email } });
    const squatter = await aSession(id);
    await sendMagicLink(email, now);

    await signInByLink(await tokenMailedTo(email), "", now);

    expect(await squatter()).toBe(false);
    expect(await authenticate({ email, password: "the squatter’s" })).toBeNull();
  });

  test("cannot make the owner of the address verify the account by the link alone", async () => {
    await signUp({ email, password: "the squatter’s", setUpCode: await readCode() }, "", now);
    const token = await tokenMailedTo(email);
    const owner = await createUser({ email: "owner@example.com", password });

    await expect(verifyEmail(owner, token, now)).rejects.toThrow("another account");

    expect(await db.user.findUnique({ where: { email } })).toMatchObject({ emailVerifiedAt: null });
    expect(await findLink("verification", token, now)).not.toBeNull();
  });
});

test("a verified user keeps their password when they sign in by a link", async () => {
  await signUp({ email, password, setUpCode: await readCode() }, "", now);
  const person = await db.user.findUniqueOrThrow({ where: { email } });
  await verifyEmail(person, await tokenMailedTo(email), now);
  const isSessionValid = await aSession(person.id);
  await sendMagicLink(email, now);

  await signInByLink(await tokenMailedTo(email), "", now);

  expect(await isSessionValid()).toBe(true);
  expect(await authenticate({ email, password })).not.toBeNull();
});
