import { isUuidInAnyCase } from "@/lib/rules/uuid";

const NATIVE_TOKEN = /^[\da-f]{16}$/;

/** A token of ours within a UUID of version 8, whose last part is “tattle” in hexadecimal. */
const OF_TOKEN = /^([\da-f]{8})-([\da-f]{4})-8([\da-f]{3})-8([\da-f])00-746174746c65$/;

/**
 * The UUID of a snitch in protocols that know jobs by UUIDs. It is the token if that is one (it was imported, or made by such a
 * protocol), contains the token if that is one of ours, and is the id of other imported snitches.
 */
export function toUuid({ token, id }: { token: string; id: string }): string {
  if (isUuidInAnyCase(token)) return token;
  if (!NATIVE_TOKEN.test(token)) return id;
  return token.replace(/^(.{8})(.{4})(.{3})(.)$/, "$1-$2-8$3-8$400-746174746c65");
}

/** The token of the snitch with this UUID, unless the UUID is an id: see `toUuid`. */
export function toToken(uuid: string): string {
  const lower = uuid.toLowerCase();
  const [, ...parts] = OF_TOKEN.exec(lower) ?? [];
  return parts.length > 0 ? parts.join("") : lower;
}
