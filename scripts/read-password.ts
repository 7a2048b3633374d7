import { text } from "node:stream/consumers";
import { UserError } from "@/lib/platform/user-error.mjs";

export type PasswordOptions = { password?: string; passwordStdin?: boolean };

/**
 * The password from the option, from standard input (without the end of its line), or from the variable, in this order.
 * Throws one line that names the ways to give it.
 */
export async function readPassword(
  { password, passwordStdin }: PasswordOptions,
  variable: string | undefined,
  stdin: NodeJS.ReadableStream,
): Promise<string> {
  if (password !== undefined && passwordStdin)
    throw new UserError("Use either --password-stdin or --password.");
  const input = password ?? (passwordStdin ? (await text(stdin)).replace(/\r?\n$/, "") : variable);
  if (input) return input;
  throw new UserError(
    passwordStdin
      ? 'Standard input is empty. Pipe the password in: printf %s "$PASSWORD" | npm run admin -- bootstrap --password-stdin …'
      : "A bootstrap needs a password. Pipe it in with --password-stdin, or set TATTLE_PASSWORD. (With --password, other users of this machine can read it.)",
  );
}
