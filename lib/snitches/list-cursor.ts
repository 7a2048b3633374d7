import { isPostgresText } from "@/lib/platform/postgres-text";
import { UUID } from "@/lib/rules/uuid";

/** What a sort key of each Postgres type looks like as text. */
const PATTERNS = {
  int: /^\d$/,
  numeric: /^-?\d{1,15}(\.\d{1,12})?$/,
  text: /^[^\0]{0,1000}$/su,
  uuid: UUID,
};

export type KeyType = keyof typeof PATTERNS;

/** The cursor of a row: its sort keys, encoded for a URL. */
export const formatCursor = (keys: string[]): string =>
  Buffer.from(JSON.stringify(keys)).toString("base64url");

/** The sort keys in a cursor. Null if it is absent, malformed or from a list in another order. */
export function parseCursor(cursor: string | undefined, types: KeyType[]): string[] | null {
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor ?? "", "base64url").toString());
    if (!Array.isArray(keys) || keys.length !== types.length) return null;
    const isValid = types.every((type, i) => typeof keys[i] === "string" && PATTERNS[type].test(keys[i]));
    return isValid && keys.every(isPostgresText) ? keys : null;
  } catch {
    return null;
  }
}
