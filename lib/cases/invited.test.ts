import { expect, test, vi } from "vitest";

vi.stubEnv("SIGN_UP", "invited");
const { db } = await import("@/lib/db");
const { signUp } = await import("./sign-up");

test("where people come by invitation, signing up is refused and leaves nothing", async () => {
  await expect(
    signUp({ email: "ada@example.com", password: "correct horse" }, "", new Date()),
  ).rejects.toMatchObject({
    message: "You need an invitation to join here. Ask whoever runs this Tattle for one.",
  });

  expect(await db.user.count()).toBe(0);
});
