import { beforeEach, describe, expect, test } from "vitest";
import { createCase, firstCaseName } from "@/lib/cases/create";
import { listUserCases } from "@/lib/cases/find";
import { findMembership, listMembers } from "@/lib/cases/members";
import { authenticate } from "@/lib/people/users/authenticate";
import { createUser } from "@/lib/people/users/create";
import { findUserByEmail } from "@/lib/people/users/find";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { emailsTo, tokenMailedTo } from "@/testing/emails";
import { ACTOR } from "@/testing/factories";
import { readCode } from "@/testing/users";
import { findSignUpMethod, finishSignUp, sendSignUp, signUp } from "./sign-up";

const password = "correct horse";
const now = new Date();
env.SIGN_UP = "open";

/** Signs up a new user and returns the id of their first case. */
async function aSignedUpCase(email: string): Promise<string> {
  const made = await signUp({ email, password, setUpCode: await readCode() }, "", now);
  if (!made) throw new Error(`${email} already has an account.`);
  return made.caseId;
}

test("a new user owns a case", async () => {
  const caseId = await aSignedUpCase("ada.lovelace@example.com");
  const ada = await findUserByEmail("ada.lovelace@example.com");

  expect(await db.case.findUnique({ where: { id: caseId } })).toMatchObject({
    name: "Ada’s case",
    plan: "unlimited",
    alertEmail: null,
  });
  expect(await listUserCases(ada?.id ?? "")).toEqual([{ id: caseId, name: "Ada’s case" }]);
  expect(await listMembers(caseId)).toMatchObject([{ email: "ada.lovelace@example.com", role: "owner" }]);
});

test("a person who is not a member has no membership, and neither has anyone in a case that does not exist", async () => {
  const caseId = await aSignedUpCase("bob@example.com");
  const cyd = await db.user.create({ data: { email: "cyd@example.com" } });

  expect(await findMembership(caseId, cyd)).toBeNull();
  expect(await findMembership(cyd.id, cyd)).toBeNull();
});

test("a case without an owner is not created", async () => {
  await expect(createCase("00000000-0000-7000-8000-000000000000", "Ownerless", ACTOR)).rejects.toThrow();

  expect(await db.case.findFirst({ where: { name: "Ownerless" } })).toBeNull();
});

test("no account begins with a password that is easy to guess, whether the address has one or not", async () => {
  await aSignedUpCase("yul@example.com");
  const refusal = async (email: string) =>
    signUp({ email, password: "password123", setUpCode: "" }, "", now).catch((error) => error.validations);
  await sendSignUp("zoe@example.com", now);
  const link = await tokenMailedTo("zoe@example.com");

  expect(await refusal("zoe@example.com")).toMatchObject([{ attribute: "password" }]);
  expect(await refusal("yul@example.com")).toEqual(await refusal("zoe@example.com"));
  await expect(finishSignUp(link, "zoe@example.com1", "", now)).rejects.toMatchObject({
    validations: [{ attribute: "password" }],
  });
  expect(await findUserByEmail("zoe@example.com")).toBeNull();
});

test("signing up with a known address sends a sign-in link", async () => {
  await aSignedUpCase("fay@example.com");
  await db.email.deleteMany();

  await sendSignUp("fay@example.com", now);
  await sendSignUp("gus@example.com", now);

  expect(await emailsTo("fay@example.com")).toEqual(["magic_link"]);
  expect(await emailsTo("gus@example.com")).toEqual(["verification"]);
});

test("a user who signs up by a link has a verified address and a case", async () => {
  const email = "hal@example.com";
  await sendSignUp(email, now);
  const { caseId } = await finishSignUp(await tokenMailedTo(email), password, "", now);

  expect(await authenticate({ email, password })).toMatchObject({ emailVerifiedAt: now });
  expect(await db.member.count({ where: { caseId, role: "owner" } })).toBe(1);
});

test.each([
  ["ada@example.com", "Ada’s case"],
  ["ada+cron@example.com", "Ada’s case"],
  ["østen@example.com", "Østen’s case"],
  ["+1@example.com", "My case"],
])("the first case of %s is called %s", (email, name) => expect(firstCaseName(email)).toBe(name));

test("the first user chooses a password; later ones need an invitation, unless the operator opens sign-up", async () => {
  expect(await findSignUpMethod()).toBe("password");
  env.SIGN_UP = "invited";
  expect(await findSignUpMethod()).toBe("invitation");
  env.SMTP_URL = "smtp://mail.example:587";
  expect(await findSignUpMethod()).toBe("invitation");
  env.SIGN_UP = "open";
  expect(await findSignUpMethod()).toBe("email");
  await expect(aSignedUpCase("eve@example.com")).rejects.toThrow("must be verified");

  await db.user.deleteMany();
  expect(await findSignUpMethod()).toBe("first account");
  env.SIGN_UP = "invited";
  expect(await findSignUpMethod()).toBe("first account");
  env.SMTP_URL = undefined;
});

describe("the first account", () => {
  const signUpAs = (email: string, setUpCode: string, address = "203.0.113.7") =>
    signUp({ email, password, setUpCode }, address, now);
  beforeEach(async () => {
    await db.user.deleteMany();
    await db.case.deleteMany();
    env.SIGN_UP = "invited";
  });

  test("needs the set-up code, on this machine, too, and makes its user the operator", async () => {
    const right = await readCode();
    await expect(signUpAs("ada@example.com", "")).rejects.toMatchObject({
      validations: [{ attribute: "setUpCode", message: "can't be blank" }],
    });
    // A proxy on this machine connects from loopback for everyone.
    await expect(signUpAs("ada@example.com", "", "127.0.0.1")).rejects.toMatchObject({
      validations: [{ attribute: "setUpCode", message: "can't be blank" }],
    });
    await expect(signUpAs("ada@example.com", "aaaa-aaaa-aaaa")).rejects.toMatchObject({
      validations: [{ attribute: "setUpCode", message: "is incorrect" }],
    });
    expect(await db.user.count()).toBe(0);

    await signUpAs("ada@example.com", right);
    expect(await findUserByEmail("ada@example.com")).toMatchObject({ operatorSince: expect.any(Date) });
    await expect(signUpAs("bob@example.com", right)).rejects.toThrow("You need an invitation");
  });

  test("is one, if two people sign up at the same time", async () => {
    for (const mode of ["invited", "open"] as const) {
      env.SIGN_UP = mode;
      await db.user.deleteMany();
      const right = await readCode();

      const results = await Promise.allSettled(
        ["ada", "bob", "cyd"].map((name) => signUpAs(`${name}@example.com`, right)),
      );

      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(await db.user.count()).toBe(1);
    }
  });

  test("may be tried for with ten wrong codes in 15 minutes from one address, and never stops the right one", async () => {
    const proxy = "203.0.113.8";
    for (let i = 0; i < 10; i++) {
      await expect(signUpAs("eve@example.com", `wrong ${i}`, proxy)).rejects.toThrow("invalid");
    }
    await expect(signUpAs("eve@example.com", "wrong", proxy)).rejects.toThrow("Too many attempts");

    await signUpAs("ada@example.com", await readCode(), proxy);
    expect(await findUserByEmail("ada@example.com")).toMatchObject({ operatorSince: expect.any(Date) });
  });

  test("cannot be made by a link that was mailed while there were accounts", async () => {
    await createUser({ email: "ada@example.com", password });
    env.SIGN_UP = "open";
    await sendSignUp("bob@example.com", now);
    const token = await tokenMailedTo("bob@example.com");
    await db.user.deleteMany();

    await expect(finishSignUp(token, password, "", now)).rejects.toThrow("has no account yet");
    expect(await db.user.count()).toBe(0);
  });
});
