import { hash } from "@node-rs/argon2";
import { expect, test, vi } from "vitest";
import { joinByInvitation } from "@/lib/cases/accept-invitation";
import { finishSignUp } from "@/lib/people/accounts/sign-up";
import { env } from "@/lib/platform/env";
import { resetPassword } from "./password";

vi.mock("@node-rs/argon2", { spy: true });
env.SIGN_UP = "open";

test.each([
  ["for a password reset", () => resetPassword("invalid", "correct horse", "", new Date())],
  ["to sign up", () => finishSignUp("invalid", "correct horse", "", new Date())],
  ["for an invitation", () => joinByInvitation("invalid", "correct horse", "", new Date())],
])("an invalid link %s is refused before the password is hashed", async (_, open) => {
  await expect(open()).rejects.toThrow("expired");

  expect(hash).not.toHaveBeenCalled();
});
