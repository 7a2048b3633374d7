import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { createUser } from "./create";

const password = "correct horse";

// First in this file on purpose: its database has no account yet.
test("of people who sign up at once, exactly one becomes the operator", async () => {
  const people = await Promise.all(
    ["ada", "bob", "cyd", "dan"].map((name) => createUser({ email: `${name}@example.com`, password })),
  );

  expect(people.filter(({ operatorSince }) => operatorSince)).toHaveLength(1);
});

test("whoever signs up later is no operator, even when the first has gone", async () => {
  await db.user.deleteMany({ where: { operatorSince: { not: null } } });

  expect((await createUser({ email: "eve@example.com", password })).operatorSince).toBeNull();
});

test("an address has one account, also when two ask for it at once", async () => {
  const asked = await Promise.allSettled(
    [1, 2].map(() => createUser({ email: "fay@example.com", password })),
  );

  expect(asked.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(createUser({ email: "fay@example.com", password })).rejects.toMatchObject({
    type: "resource_invalid",
    validations: [{ attribute: "email", message: "already has an account: sign in instead" }],
  });
});

test("the password is kept as an argon2 hash, and given to nobody", async () => {
  const person = await createUser({ email: "gus@example.com", password });
  const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: person.id } });

  expect(passwordHash).toMatch(/^\$argon2id\$/);
  expect(Object.keys(person).sort()).toEqual(["email", "emailVerifiedAt", "id", "operatorSince"]);
});
