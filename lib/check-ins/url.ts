/** Whom a request is about and what its query says. The token is empty where the path has none. */
export type Target = { token: string; query: string };

/** No token of ours looks otherwise; whatever does is unknown without asking the database. */
const TOKEN = /^[\w-]{1,64}$/;

export const isToken = (text: string) => TOKEN.test(text);

/** Reads the target of a request, `/<token>?…`, also as proxies send it: with a host, with folders, with slashes to spare. */
export function readTarget(url: string): Target {
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
