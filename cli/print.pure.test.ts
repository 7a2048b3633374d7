import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { layPage, layTable, printable, render } from "./print";

// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters.
const COMMANDS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]/;
/** Texts with what a terminal obeys, among others. */
const foreign = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "\u001b[31m",
        "\u001b]0;title\u0007",
        "\u009b2J",
        "\u202egnp",
        "\r",
        "\n",
        "\t",
        "é",
        "💥",
      ),
    ),
  )
  .map((parts) => parts.join(""));
/** The first and the last character of each range of those. */
const SAMPLES = [
  ..."\u0000\u0008\u000b\u000c\r\u001b\u001f\u007f\u0080\u009b\u009f\u061c\u200e\u200f\u2028\u202a\u202e\u2066\u2069\u206f",
];

test("of any text, a terminal gets no control character but newline and tab, and none that turns a line around", () => {
  fc.assert(
    fc.property(foreign, (text) => {
      expect(printable(text)).not.toMatch(COMMANDS);
      expect(printable(printable(text))).toBe(printable(text));
    }),
  );
  expect(SAMPLES.map((one) => printable(one))).toEqual(
    SAMPLES.map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
});

test("what can be printed stays as it is, as wide as it was", () => {
  expect(printable("Ünï 日本語 💥 👩‍👩‍👧 عربي a\tb\nc\\u001b ~")).toBe(
    "Ünï 日本語 💥 👩‍👩‍👧 عربي a\tb\nc\\u001b ~",
  );
  fc.assert(
    fc.property(foreign, (text) => {
      fc.pre(!COMMANDS.test(text));
      expect(printable(text)).toBe(text);
    }),
  );
  expect(printable("one\r\ntwo\r\n")).toBe("one\ntwo\n");
});

test("JSON stays the JSON of the same thing", () => {
  fc.assert(
    fc.property(fc.array(fc.dictionary(foreign, foreign)), fc.constantFrom(0, 2), (things, indent) => {
      const json = JSON.stringify(things, null, indent);
      expect(JSON.parse(printable(json))).toEqual(JSON.parse(json));
    }),
  );
});

test("a table has a line for each row, a page a line for each field, and neither has a command of others", () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are our own colours.
  const withoutColours = (text: string) => text.replace(/\u001b\[(?:1|31|32|90|0)m/g, "");
  fc.assert(
    fc.property(fc.array(fc.tuple(foreign, foreign)), fc.boolean(), (rows, hasColours) => {
      const table = render(
        layTable(rows, [
          ["ONE", ([one]) => one],
          ["OTHER", ([, other]) => other],
        ]),
        hasColours,
      );
      expect(withoutColours(table)).not.toMatch(COMMANDS);
      expect(table.split("\n")).toHaveLength(rows.length + 2);
      const oneLine = rows.map(([name, value]): [string, string] => [
        name.replace(/\n/g, ""),
        value.replace(/\n/g, ""),
      ]);
      const page = render(layPage({ title: "Title", fields: oneLine }), hasColours);
      expect(withoutColours(page)).not.toMatch(COMMANDS);
      expect(page.split("\n")).toHaveLength(rows.length + 3);
    }),
  );
});

test("a value of several lines cannot look like another field", () => {
  const page = render(
    layPage({
      title: "Backup",
      fields: [
        ["Notes", "one\nStatus healthy"],
        ["Status", "errored"],
      ],
    }),
    false,
  );

  expect(page).toBe("Backup\n\nNotes   one\n        Status healthy\nStatus  errored\n");
});

test("columns end where the longest cell ends, and the last one has nothing behind it", () => {
  const rows = [
    { name: "a", status: "errored" },
    { name: "long name", status: "" },
  ];
  const table = layTable(rows, [
    ["NAME", ({ name }) => name],
    ["STATUS", ({ status }) => status],
  ]);

  expect(render(table, false)).toBe("NAME       STATUS\na          errored\nlong name\n");
  expect(render(table, true)).toContain("\u001b[31merrored\u001b[0m");
});

const sources = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "cli/*.ts"], {
  encoding: "utf8",
})
  .trim()
  .split("\n")
  .filter((file) => !/\.(test|long)\.ts$/.test(file) && file !== "cli/print.ts")
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

test("no other file of the program writes to a terminal", () => {
  const writes = /\bconsole\b|\bprocess\.(stdout|stderr)\b|\bprocess\[|\bemitWarning\b|\/dev\/tty/;
  const isComment = (line: string) => /^\s*(\*|\/[/*])/.test(line);
  expect(sources.length).toBeGreaterThan(50);
  expect(
    sources.flatMap(({ file, text }) =>
      text
        .split("\n")
        .filter((line) => writes.test(line) && !isComment(line))
        .map((line) => `${file}: ${line.trim()}`),
    ),
  ).toEqual([]);
});

test("no other program writes to the terminal of this one", () => {
  // Without `stdio`, these two give a program our standard error.
  const runs = ({ text }: { text: string }) => [...text.matchAll(/\bexec(File)?Sync\(/g)].length;
  const streams = ({ text }: { text: string }) => [...text.matchAll(/\bstdio:/g)].length;
  expect(sources.filter((source) => runs(source) > streams(source)).map(({ file }) => file)).toEqual([]);
  expect(sources.filter(({ text }) => /["']inherit["']/.test(text)).map(({ file }) => file)).toEqual([]);
});
