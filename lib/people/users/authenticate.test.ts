import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { authenticate } from "./authenticate";
import { createUser } from "./create";
import { credentials, newUser } from "./input";

test("only the right password signs in", async () => {
  const ada = await createUser({ email: "ada@example.com", password: "correct horse" });

  expect(await authenticate({ email: "ada@example.com", password: "correct horse" })).toEqual(ada);
  expect(await authenticate({ email: "ada@example.com", password: "Correct horse" })).toBeNull();
  expect(await authenticate({ email: "ada@example.com", password: "" })).toBeNull();
});

test("text that Postgres cannot store is wrong credentials, not an error", () => {
  for (const broken of ["ada\0@example.com", "ada\ud800@example.com"]) {
    expect(credentials.safeParse({ email: broken, password: "correct horse" }).success).toBe(false);
  }
});

test("an account without a password cannot be opened with a password", async () => {
  await db.user.create({ data: { email: "cyd@example.com" } });

  expect(await authenticate({ email: "cyd@example.com", password: "" })).toBeNull();
});

test.each([
  ["an address without a host", { email: "ada", password: "correct horse" }, "email"],
  ["a short password", { email: "ada@example.com", password: "seven77" }, "password"],
  ["a password over 200 characters", { email: "ada@example.com", password: "x".repeat(201) }, "password"],
])("%s is refused", (_, given, attribute) => {
  expect(newUser.safeParse(given).error?.issues.map(({ path }) => path[0])).toEqual([attribute]);
});

test("an address is the same in capitals and with spaces around it", () => {
  const typed = { email: "  Ada@Example.COM ", password: "correct horse" };

  expect(newUser.parse(typed).email).toBe("ada@example.com");
  expect(credentials.parse(typed).email).toBe("ada@example.com");
});
