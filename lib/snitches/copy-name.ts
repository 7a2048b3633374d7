const MAX_CHARACTERS = 255;
const COPY = / \(copy(?: (\d+))?\)$/;

/** The name that a copy of a snitch gets: “Backup (copy)”, and “Backup (copy 2)” for a copy of that. A long name is cut. */
export function copyName(name: string): string {
  const copied = COPY.exec(name);
  const base = copied ? name.slice(0, copied.index) : name;
  const suffix = copied ? ` (copy ${Number(copied[1] ?? 1) + 1})` : " (copy)";
  // By code units, as the name’s limit is counted, but never in the middle of a character.
  return `${base.slice(0, MAX_CHARACTERS - suffix.length).replace(/[\uD800-\uDBFF]$/, "")}${suffix}`;
}
