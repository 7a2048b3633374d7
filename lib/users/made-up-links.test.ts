import { hash } from "@node-rs/argon2";
import { expect, test, vi } from "vitest";
import { finishSignUp } from "@/lib/accounts/sign-up";
import { joinByInvitation } from "@/lib/cases/invite";
import { resetPassword } from "./password";

vi.mock("@node-rs/argon2", { spy: true });

test.each([
  ["to a new password", () => resetPassword("made-up", "correct horse", new Date())],
  ["to an account", () => finishSignUp("made-up", "correct horse", "", new Date())],
  ["into a case", () => joinByInvitation("made-up", "correct horse", "", new Date())],
])("a made-up link %s is refused without the work of hashing a password", async (_, open) => {
  await expect(open()).rejects.toThrow("expired");

  expect(hash).not.toHaveBeenCalled();
});
