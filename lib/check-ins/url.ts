/** The token is empty if the path has none. */
type CheckInUrl = { token: string; query: string };

/** Other texts are unknown without a query. */
const TOKEN = /^[\w-]{1,64}$/;

/** Whether a text can be a token. */
export const isToken = (text: string) => TOKEN.test(text);

/** Parses `/<token>?…`. Ignores a host, folders before the token, and extra slashes, which proxies may add. */
export function parseCheckInUrl(url: string): CheckInUrl {
  const [withoutHash = ""] = url.split("#", 1);
  const queryMark = withoutHash.indexOf("?");
  const path = (queryMark < 0 ? withoutHash : withoutHash.slice(0, queryMark)).replace(
    /^[a-z][a-z+.-]*:\/\/[^/]*/i,
    "",
  );
  const segment = path.split("/").findLast((part) => part !== "") ?? "";
  return {
    token: segment.includes("%") ? decode(segment) : segment,
    query: queryMark < 0 ? "" : withoutHash.slice(queryMark + 1),
  };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    return segment;
  }
}
