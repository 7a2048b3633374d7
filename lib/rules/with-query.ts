type Value = string | false | null | undefined | readonly string[];

/** The fields of a query, in this order: a list is a field for each of its values, and what is empty is left out. */
export const queryFields = (values: Record<string, Value>): [string, string][] =>
  Object.entries(values).flatMap(([name, value]) =>
    [value || []].flat().map((each): [string, string] => [name, each]),
  );

/** The path with these fields as its query; the path alone if there are none. */
export function withQuery(path: string, values: Record<string, Value>): string {
  const query = new URLSearchParams(queryFields(values)).toString();
  return query ? `${path}?${query}` : path;
}
