import { createHash } from "node:crypto";

/** Prepared statements by their text: there are few, and each is prepared once per connection. */
const names = new Map<string, string>();

/** The name of a prepared statement. The same for the same text in every process, because connections may be shared. */
export function nameStatement(text: string): string {
  const name = names.get(text) ?? createHash("sha256").update(text).digest("base64url").slice(0, 24);
  names.set(text, name);
  return name;
}
