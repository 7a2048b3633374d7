/** The token is empty if the path has none. */
type CheckInUrl = { token: string; query: string };

/** Anything else is unknown without asking the database. */
const TOKEN = /^[\w-]{1,64}$/;

export const isToken = (text: string) => TOKEN.test(text);

/** Parses `/<token>?…`. A host, folders before the token and extra slashes, as proxies add them, are ignored. */
export function parseCheckInUrl(url: string): CheckInUrl {
  const [whole = ""] = url.split("#", 1);
  const mark = whole.indexOf("?");
  const path = (mark < 0 ? whole : whole.slice(0, mark)).replace(/^[a-z][a-z+.-]*:\/\/[^/]*/i, "");
  const segment = path.split("/").findLast((part) => part !== "") ?? "";
  return {
    token: segment.includes("%") ? decoded(segment) : segment,
    query: mark < 0 ? "" : whole.slice(mark + 1),
  };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    return segment;
  }
}
