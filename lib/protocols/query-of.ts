/** The parameters of a request's URL. The first of several with the same name counts. */
export function queryOf(url: string): URLSearchParams {
  const mark = url.indexOf("?");
  return new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1).split("#", 1)[0]);
}
