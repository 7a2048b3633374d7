/** “1, 5 and 9”, “2, 4 to 6 and 9”, “1 to 31 in steps of 5”. */
export function formatValueList(
  values: number[],
  nameOne: (value: number) => string,
  conjunction: "and" | "or",
  to = "to",
): string {
  const step = findStep(values);
  const isLong = values.length > 4 && step !== null && step > 1;
  if (isLong)
    return `${nameOne(values[0] as number)} to ${nameOne(values.at(-1) as number)} in steps of ${step}`;
  const runs: number[][] = [];
  for (const value of values) {
    const run = runs.at(-1);
    if (run?.at(-1) === value - 1) run.push(value);
    else runs.push([value]);
  }
  const items = runs.flatMap((run) => {
    const names = run.map(nameOne);
    return names.length > 2 ? [`${names[0]} ${to} ${names.at(-1)}`] : names;
  });
  return listed(items, conjunction);
}

/** “1, 5 and 9”. */
export const listed = (items: string[], conjunction: "and" | "or") =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${conjunction} ${items.at(-1)}`;

/** The distance of values that are evenly spaced, or null. */
export function findStep([first, second, ...rest]: number[]): number | null {
  if (first === undefined || second === undefined) return null;
  const step = second - first;
  return rest.every((value, index) => value === second + (index + 1) * step) ? step : null;
}
