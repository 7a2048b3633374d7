/** Shared by requests without a query, which are most: never add to it. */
const NOTHING = new URLSearchParams();

/** The parameters of a request's URL, to read. The first of several with the same name counts. */
export function parseUrlQuery(url: string): URLSearchParams {
  const mark = url.indexOf("?");
  return mark < 0 ? NOTHING : new URLSearchParams(url.slice(mark + 1).split("#", 1)[0]);
}
