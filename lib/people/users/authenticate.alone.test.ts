import { verify } from "@node-rs/argon2";
import { expect, test, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { authenticate } from "./authenticate";
import { createUser } from "./create";

vi.mock("@node-rs/argon2", { spy: true });

test("an unknown address, or one without a password, is refused after as much work as a incorrect password", async () => {
  await createUser({ email: "bob@example.com", password: "correct horse" });
  await db.user.create({ data: { email: "cyd@example.com" } });

  for (const email of ["bob@example.com", "cyd@example.com", "unknown@example.com"])
    expect(await authenticate({ email, password: "battery staple" })).toBeNull();

  // Algorithm, version and costs.
  const work = vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split("$").slice(0, 4).join("$"));
  expect(work).toHaveLength(3);
  expect(new Set(work).size).toBe(1);
});
