import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { createUser } from "./create";

const password = "correct horse";

// This test must run first: it needs a database without accounts.
test("if several people sign up at the same time, exactly one becomes the operator", async () => {
  const people = await Promise.all(
    ["ada", "bob", "cyd", "dan"].map((name) => createUser({ email: `${name}@example.com`, password })),
  );

  expect(people.filter(({ operatorSince }) => operatorSince)).toHaveLength(1);
});

test("later users do not become the operator, even after the first user was deleted", async () => {
  await db.user.deleteMany({ where: { operatorSince: { not: null } } });

  expect((await createUser({ email: "eve@example.com", password })).operatorSince).toBeNull();
});

test("an address gets one account, even if two people ask for it at the same time", async () => {
  const results = await Promise.allSettled(
    [1, 2].map(() => createUser({ email: "fay@example.com", password })),
  );

  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(createUser({ email: "fay@example.com", password })).rejects.toMatchObject({
    type: "resource_invalid",
    validations: [{ attribute: "email", message: "already has an account: sign in instead" }],
  });
});

test("the password is stored as an argon2 hash and never returned", async () => {
  const person = await createUser({ email: "gus@example.com", password });
  const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: person.id } });

  expect(passwordHash).toMatch(/^\$argon2id\$/);
  expect(Object.keys(person).sort()).toEqual(["email", "emailVerifiedAt", "id", "operatorSince"]);
});
