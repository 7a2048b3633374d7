const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const NATIVE_TOKEN = /^[\da-f]{16}$/;

/** A token of ours within a UUID of version 8, whose last part is “tattle” in hexadecimal. */
const OF_TOKEN = /^([\da-f]{8})-([\da-f]{4})-8([\da-f]{3})-8([\da-f])00-746174746c65$/;

/** Whether a text is a UUID with its four hyphens. */
export const isUuid = (text: string) => UUID.test(text);

/**
 * The UUID of a snitch in protocols that know jobs by UUIDs. It is the token if that is one (it was imported, or made by such a
 * protocol), contains the token if that is one of ours, and is the id of other imported snitches.
 */
export function uuidOf({ token, id }: { token: string; id: string }): string {
  if (isUuid(token)) return token;
  if (!NATIVE_TOKEN.test(token)) return id;
  return token.replace(/^(.{8})(.{4})(.{3})(.)$/, "$1-$2-8$3-8$400-746174746c65");
}

/** The token of the snitch with this UUID, unless the UUID is an id: see `uuidOf`. */
export function tokenOf(uuid: string): string {
  const lower = uuid.toLowerCase();
  const [, ...parts] = OF_TOKEN.exec(lower) ?? [];
  return parts.length > 0 ? parts.join("") : lower;
}
