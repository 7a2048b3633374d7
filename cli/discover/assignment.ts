export type Assignment = { name: string; value: string };

const NAME = String.raw`(?:"([^"]*)"|'([^']*)'|([^\s="'][^\s=]*))`;
const VALUE = String.raw`(?:"([^"]*)"|'([^']*)'|([^\s"'].*?)?)`;
const ASSIGNMENT = new RegExp(String.raw`^\s*${NAME}\s*=\s*${VALUE}\s*$`, "s");

/** A line that sets a variable, as cron reads it: names and values may be quoted, and blanks around them do not count. */
export function parseAssignment(line: string): Assignment | null {
  const match = ASSIGNMENT.exec(line);
  if (!match) return null;
  const [, ...parts] = match;
  const name = parts.slice(0, 3).find((part) => part !== undefined) ?? "";
  if (name === "") return null;
  return { name, value: parts.slice(3).find((part) => part !== undefined) ?? "" };
}
