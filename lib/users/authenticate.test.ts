import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { authenticate } from "./authenticate";
import { createUser } from "./create";
import { credentials, newUser } from "./input";

test("the right password signs in, and only that one", async () => {
  const ada = await createUser({ email: "ada@example.com", password: "correct horse" });

  expect(await authenticate({ email: "ada@example.com", password: "correct horse" })).toEqual(ada);
  expect(await authenticate({ email: "ada@example.com", password: "Correct horse" })).toBeNull();
  expect(await authenticate({ email: "ada@example.com", password: "" })).toBeNull();
});

test("an unknown address is refused like a wrong password, after the same work", async () => {
  await createUser({ email: "bob@example.com", password: "correct horse" });
  const timed = async (email: string) => {
    const startedAt = performance.now();
    expect(await authenticate({ email, password: "battery staple" })).toBeNull();
    return performance.now() - startedAt;
  };
  await timed("warm-up@example.com");

  const [known, unknown] = [await timed("bob@example.com"), await timed("nobody@example.com")];

  // Without the work it would be a hundredth.
  expect(unknown).toBeGreaterThan(known / 5);
});

test("what Postgres could not even compare is wrong, and no fault", () => {
  for (const broken of ["ada\0@example.com", "ada\ud800@example.com"]) {
    expect(credentials.safeParse({ email: broken, password: "correct horse" }).success).toBe(false);
  }
});

test("an account without a password cannot be signed in to with one", async () => {
  await db.user.create({ data: { email: "cyd@example.com" } });

  expect(await authenticate({ email: "cyd@example.com", password: "" })).toBeNull();
});

test.each([
  ["an address without a host", { email: "ada", password: "correct horse" }, "email"],
  ["a short password", { email: "ada@example.com", password: "seven77" }, "password"],
  ["a password that is a file's length", { email: "ada@example.com", password: "x".repeat(201) }, "password"],
])("%s makes no account", (_, given, attribute) => {
  expect(newUser.safeParse(given).error?.issues.map(({ path }) => path[0])).toEqual([attribute]);
});

test("an address is the same person in capitals and with spaces around it", () => {
  const typed = { email: "  Ada@Example.COM ", password: "correct horse" };

  expect(newUser.parse(typed).email).toBe("ada@example.com");
  expect(credentials.parse(typed).email).toBe("ada@example.com");
});
