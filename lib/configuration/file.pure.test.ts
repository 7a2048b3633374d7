import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileText } from "@/testing/hostile-values";
import { MAX_NODES } from "./document";
import { parseFile, problemText } from "./parse";

/** The problems of a file, one a line. */
const listProblems = (text: string) => {
  const parsed = parseFile(text);
  return parsed.problems.map(parsed.locate).map(problemText);
};

const HEAD = "version: 1\ncase: Acme\n";
const laughs = [
  "a: &a [x, x, x, x, x, x, x, x, x, x]",
  ..."bcdefghi".split("").map((name, i) => {
    const before = "abcdefghi"[i];
    return `${name}: &${name} [${Array(9).fill(`*${before}`).join(", ")}]`;
  }),
].join("\n");

const wrong: [what: string, text: string, problems: string[]][] = [
  ["an empty file", "", ["line 1: The file must be a map with version: 1."]],
  ["a text", "hello", ["line 1: The file must be a map with version: 1."]],
  ["a list", "- 1", ["line 1: The file must be a map with version: 1."]],
  ["no version", "case: Acme", ["line 1, version: can't be blank: write 1"]],
  [
    "another version",
    "\nversion: 2",
    ["line 2, version: must be 1: this version of Tattle supports no other"],
  ],
  ["tabs", "version: 1\nsettings:\n\tlimit_emails: true", ["line 3: Tabs can’t indent YAML: use spaces."]],
  ["a name that stands twice", "version: 1\nversion: 1", ["line 2: This name is used twice: remove one."]],
  [
    "a name that stands twice in JSON",
    '{"version": 1,\n"version": 1}',
    ["line 2: This name is used twice: remove one."],
  ],
  [
    "several documents",
    "version: 1\n---\nversion: 1",
    ["line 2: The file contains several documents (---): apply each as its own file."],
  ],
  ["a tag", "version: 1\ncase: !!js/function x", ["line 2: Tags such as !!name aren’t allowed: remove it."]],
  [
    "a billion laughs",
    `${HEAD}${laughs}`,
    ["line 1: The file uses too many aliases (*name), or an unknown one: write the values out."],
  ],
  [
    "deep brackets",
    `${HEAD}snitches: ${"[".repeat(100_000)}`,
    ["line 1: The file is nested too deeply: the maximum is 40 levels."],
  ],
  [
    "deep lists",
    `${HEAD}snitches:\n${"- ".repeat(100_000)}`,
    ["line 1: The file is nested too deeply: the maximum is 40 levels."],
  ],
  [
    "a prototype",
    `${HEAD}__proto__: {polluted: true}\nsnitches:\n  - {key: a, name: A, interval: daily, constructor: 1}`,
    [
      "line 3, __proto__: is not an attribute of a file, which has version, case, settings, escalation, policies, channels, snitches, maintenance, pages, badges",
      expect.stringMatching(
        /^line 5, snitches\[0\]\.constructor: is not an attribute of a snitch, which has key, name, notes, tags, /,
      ),
    ],
  ],
  [
    "an unknown setting",
    `${HEAD}settings: {colour: red}`,
    [
      "line 3, settings.colour: is not an attribute of a case, which has alert_email, email_frequency, limit_emails, accept_late_reports, hints, suggestions, answer_links, channel_links, ack_expires_after, group_by_machine",
    ],
  ],
  [
    "a wrong setting",
    `${HEAD}settings:\n  email_frequency: yearly\n  alert_email: ops`,
    [
      "line 5, settings.alert_email: Enter a valid email address",
      "line 4, settings.email_frequency: must be one of every, hourly, daily, first",
    ],
  ],
  ["snitches that are no list", `${HEAD}snitches: {a: b}`, ["line 3, snitches: must be a list"]],
  [
    "several errors in several snitches",
    `${HEAD}snitches:
  - key: a
    name: A
    schedule: 99 * * * *
  - key: a
    interval: daily
  - key: 7
    name: B
    interval: sometimes
    grace: much
  - nonsense
  - key: c
    name: C
    interval: daily
    timezone: Europe/Riga
    filters: {method: GET}
`,
    [
      expect.stringMatching(/^line 6, snitches\[0\]\.schedule: /),
      "line 7, snitches[1].key: is already used by snitches[0]: use a different one",
      "line 7, snitches[1].name: can't be blank",
      "line 9, snitches[2].key: must be text of at most 255 characters: lowercase letters, digits, “-” and “_”. Put numbers in quotes",
      expect.stringMatching(/^line 11, snitches\[2\]\.interval: must be one of 15_minute|^line 11/),
      expect.stringMatching(/^line 12, snitches\[2\]\.grace: must be a whole number of seconds/),
      "line 13, snitches[3]: must be a map with the attributes of a snitch",
      expect.stringMatching(/^line 18, snitches\[4\]\.filters: may have methods, /),
      "line 17, snitches[4].timezone: needs a schedule: an interval has fixed periods in UTC",
    ],
  ],
  [
    "wrong channels",
    `${HEAD}channels:
  - {key: a, kind: pigeon}
  - {key: b, kind: web_push}
  - {key: c, kind: slack, settings: {url: {env: AUTH_SECRET}}}
  - {key: d, kind: slack, settings: {url: 7}}
  - {key: e, kind: slack, routing: {tag: [x]}}
`,
    [
      expect.stringMatching(/^line 4, channels\[0\]\.kind: must be one of webhook, slack, /),
      "line 5, channels[1].kind: is added in the browser that will be notified",
      "line 6, channels[2].settings.url.env: is a setting of Tattle itself: use another name",
      "line 7, channels[3].settings.url: must be text, or env: with the name of an environment variable. Put numbers in quotes",
      "line 8, channels[4].routing.tag: is not an attribute of the routing of a channel, which has tags_any, tags_all, tags_none, min_severity, causes, default, hours, timezone, outside, critical_anyway",
    ],
  ],
  [
    "wrong steps",
    `${HEAD}escalation:
  - {after_minutes: 0, people: [a@acme.test]}
  - {after_minutes: 5}
  - {after_minutes: 15, channels: [ops]}
  - {after_minutes: 15, people: [a@acme.test]}
`,
    [
      "line 4, escalation[0].after_minutes: must be a whole number of minutes from 1 to 10080 (7 days)",
      "line 5, escalation[1]: must notify someone: name channels or people",
      "line 7, escalation[3].after_minutes: is the same as in another step: combine them",
    ],
  ],
  [
    "wrong policies",
    `${HEAD}escalation: []
policies:
  - {name: A, match: {tags_any: [db]}, steps: [{after_minutes: 5, notify: []}]}
  - {name: A, match: {min_severity: warning}, steps: [], repeat: 6}
`,
    [
      "line 5, policies[0].steps[0].notify: must notify someone: name a member or a channel",
      "line 6, policies[1].repeat: repeat must be a whole number from 0 to 5",
      "line 4, policies: can't be combined with escalation: remove one of them",
    ],
  ],
  [
    "a last policy that is not for all, and two of one name",
    `${HEAD}policies:
  - {name: A, match: {tags_any: [db]}, steps: []}
  - {name: A, match: {min_severity: warning}, steps: []}
`,
    [
      "line 5, policies[1].match: must be empty in the last policy, which is for all snitches",
      "line 5, policies[1].name: “A” is used by two policies",
    ],
  ],
  [
    "wrong maintenance",
    `${HEAD}maintenance:
  - {key: a, name: A, schedule: 0 2 * * 0, duration: 60}
  - {key: b, name: B, all: true, starts_at: 2026-03-10T00:00Z, ends_at: 2026-03-11T00:00Z}
  - {key: c, name: C, all: true, schedule: every 2 hours, duration: 60}
`,
    [
      expect.stringMatching(/^line 4, maintenance\[0\]\.all: must be true, or name tags or snitches/),
      expect.stringMatching(/^line 5, maintenance\[1\]\.starts_at: is not an attribute of maintenance/),
      expect.stringMatching(/^line 5, maintenance\[1\]\.ends_at: is not an attribute/),
      expect.stringMatching(/^line 5, maintenance\[1\]\.starts_at: can't be blank/),
      expect.stringMatching(/^line 6, maintenance\[2\]\.schedule: must have fixed times/),
    ],
  ],
];

test.each(wrong)("%s is refused with each line", (_what, text, problems) => {
  expect(listProblems(text)).toEqual(problems);
  expect(Object.prototype).not.toHaveProperty("polluted");
});

test("brackets and hyphens in texts are not depth", () => {
  const notes = JSON.stringify("[WARN {".repeat(100));
  const dashes = "- ".repeat(100);
  const text = `${HEAD}snitches:\n  - {key: a, name: A, interval: daily, notes: ${notes}}
  - key: b\n    name: B\n    interval: daily\n    notes: |\n      ${dashes}\n      [[[\n`;
  expect(listProblems(text)).toEqual([]);
});

test.each([
  ["names", "k: 1\n".repeat(100_001)],
  ["items", `x:\n${" -\n".repeat(200_001)}`],
  ["quoted texts in a list", `x: [${'"",'.repeat(200_001)}]`],
])("a file of strangers with too many %s is refused before it is read to its end", (_, text) => {
  expect(parseFile(`version: 1\n${text}`, MAX_NODES)).toMatchObject({
    problems: [{ line: 1, message: expect.stringContaining("the maximum is 200,000 names and values") }],
  });
});

test("a file with 5,000 snitches of nine members each may be uploaded", () => {
  const members =
    "name: A, tags: [db], schedule: 0 2 * * *, timezone: UTC, grace: 60, max_runtime: 99, notes: x, severity: info";
  const entries = Array.from({ length: 5_000 }, (_, i) => `  - {key: k${i}, ${members}}\n`);
  expect(parseFile(`version: 1\nsnitches:\n${entries.join("")}`, MAX_NODES)).toMatchObject({ problems: [] });
});

test("a file over 20 MB is refused unread", () => {
  expect(listProblems(`# ${"x".repeat(20_000_000)}`)).toEqual([
    "line 1: The file is too large: the maximum is 20,000,000 bytes.",
  ]);
});

test("comments, anchors and merged maps are read as YAML means them, and as the same JSON", () => {
  const yaml = `${HEAD}# Backups
snitches:
  - &base {key: a, name: A, interval: daily, tags: [db]} # the first
  - {<<: *base, key: b, name: B}
`;
  const json = JSON.stringify({
    version: 1,
    case: "Acme",
    snitches: [
      { key: "a", name: "A", interval: "daily", tags: ["db"] },
      { key: "b", name: "B", interval: "daily", tags: ["db"] },
    ],
  });
  const [one, other] = [yaml, json].map((text) => {
    const { problems, configuration } = parseFile(text);
    return [problems, configuration];
  });

  expect(one?.[0]).toEqual([]);
  expect(one).toEqual(other);
  expect(listProblems(`\t${json.replaceAll(",", ",\n\t")}`)).toEqual([]);
});

test("no text throws, and every problem has a line", () => {
  const line = fc.oneof(
    hostileText,
    fc.constantFrom(
      "version: 1",
      "snitches:",
      "- key: a",
      "  name: A",
      "  interval: daily",
      "channels: []",
      "&a *a",
      "<<: *a",
    ),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      for (const text of [lines.join("\n"), `version: 1\nsnitches:\n  - ${lines.join("\n    ")}`]) {
        for (const problem of listProblems(text)) expect(problem).toMatch(/^line [1-9]\d*[:,] /);
      }
    }),
  );
});
