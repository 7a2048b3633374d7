import { text } from "node:stream/consumers";
import { UserError } from "@/lib/platform/user-error.mjs";

export type ImportOptions = { key?: string; keyStdin?: boolean; file?: string };

/**
 * The key of the product from the option, from standard input (without the end of its line), or from the variable, in this
 * order. Empty for a source that needs none. Throws one line that names the ways to give it.
 */
export async function readImportKey(
  source: string,
  { key, keyStdin, file }: ImportOptions,
  variable: string | undefined,
  stdin: NodeJS.ReadableStream,
): Promise<string> {
  if (source === "kuma" || (source === "opsgenie" && file !== undefined)) return "";
  if (key !== undefined && keyStdin) throw new UserError("Use either --key-stdin or --key.");
  const input = key ?? (keyStdin ? (await text(stdin)).replace(/\r?\n$/, "") : variable);
  if (input) return input;
  throw new UserError(
    `An import from ${source} needs an API key. Pipe it in with --key-stdin, or set TATTLE_IMPORT_KEY. (With --key, other users of this machine can read it.)`,
  );
}
