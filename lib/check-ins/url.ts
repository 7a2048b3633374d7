/** The token is empty if the path has none. `signal` is what follows it, such as `start`; null if nothing does. */
type CheckInUrl = { token: string; signal: string | null; query: string };

/** Other texts are unknown without a query. */
const TOKEN = /^[\w-]{1,64}$/;

/** What may follow a token: what the request means, or an exit status. */
const SIGNAL = /^(?:start|success|fail|log|\d{1,3})$/;
const MAX_EXIT_STATUS = 255;

/** Whether a text can be a token. */
export const isToken = (text: string) => TOKEN.test(text);

/** Parses `/<token>?…` and `/<token>/<signal>?…`. Ignores a host, folders before the token, and extra slashes, which proxies may add. */
export function parseCheckInUrl(url: string): CheckInUrl {
  const [withoutHash = ""] = url.split("#", 1);
  const queryMark = withoutHash.indexOf("?");
  const path = (queryMark < 0 ? withoutHash : withoutHash.slice(0, queryMark)).replace(
    /^[a-z][a-z+.-]*:\/\/[^/]*/i,
    "",
  );
  const query = queryMark < 0 ? "" : withoutHash.slice(queryMark + 1);
  const [last = "", before = ""] = path
    .split("/")
    .filter((part) => part !== "")
    .slice(-2)
    .reverse()
    .map(decode);
  const isSignal = isToken(before) && SIGNAL.test(last) && !(Number(last) > MAX_EXIT_STATUS);
  return isSignal ? { token: before, signal: last, query } : { token: last, signal: null, query };
}

function decode(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    return segment;
  }
}
