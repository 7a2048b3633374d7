import type { ImportReport } from "./import";

/** What was taken over, and what was not: one line each. */
export function describeReport({ isDryRun, created, channels, unchanged, leftOut }: ImportReport): string {
  return [
    ...(isDryRun ? ["Nothing was changed. An import would do this:"] : []),
    `Snitches ${isDryRun ? "to add" : "added "}    ${count(created)}`,
    ...created.map((name) => `  ${name}`),
    `Channels ${isDryRun ? "to add" : "added "}    ${count(channels)}`,
    ...channels.map((name) => `  ${name}`),
    `Already there      ${unchanged.toLocaleString("en")}`,
    `Left out           ${count(leftOut)}`,
    ...leftOut.map(({ what, why }) => `  ${what}: ${why}`),
  ]
    .map(withoutControls)
    .join("\n");
}

const count = (list: unknown[]) => list.length.toLocaleString("en");

/** Names come from outside, and a terminal obeys control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const withoutControls = (line: string) => line.replace(/[\x00-\x1f\x7f-\x9f]/g, " ");
