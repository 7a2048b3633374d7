import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCrontab } from "./crontab";
import { addLines, linesToAdd, removeLines, shellPath } from "./shell-line";

const BASE = "/usr/local/bin/tattle-shell";
const OPTIONS = { kind: "debian" as const, owner: "root", hasUser: () => true };

const BASH = shellPath(BASE, "/bin/bash");

const addTo = (text: string) => {
  const added = linesToAdd({ text, jobs: parseCrontab(text, OPTIONS).jobs, base: BASE });
  return { added, after: addLines(Buffer.from(text), added).toString() };
};

test("one line is added on top, after the leading comments", () => {
  const { after } = addTo("# mine\n\n# m h\nMAILTO=x\n0 3 * * * a\n0 4 * * * b\n");

  expect(after).toBe(`# mine\n\n# m h\nSHELL=${BASE}\nMAILTO=x\n0 3 * * * a\n0 4 * * * b\n`);
});

test("a crontab that sets SHELL gets the line after that, and its jobs keep their shell", () => {
  const { added, after } = addTo("SHELL=/bin/sh\nPATH=/bin\n0 3 * * * a\nSHELL=/bin/bash\n\n0 4 * * * b\n");

  expect(after).toBe(
    `SHELL=/bin/sh\nSHELL=${BASE}\nPATH=/bin\n0 3 * * * a\nSHELL=/bin/bash\nSHELL=${BASH}\n\n0 4 * * * b\n`,
  );
  expect(added.map(({ shell }) => shell)).toEqual(["/bin/sh", "/bin/bash"]);
  expect(BASH).toMatch(/tattle-shell-bash-[0-9a-f]{12}$/);
});

test("a crontab without jobs, or one that is watched, gets no line", () => {
  const watched = addTo("0 3 * * * a\n").after;

  expect(addTo("# only comments\nMAILTO=x\n").added).toEqual([]);
  expect(addTo(watched).added).toEqual([]);
  expect(addTo("SHELL=/home/ops/.local/bin/tattle-shell-bin-bash\n0 3 * * * a\n").added).toEqual([]);
});

test("of any file, only lines are added, every job of it is watched, and removing them gives back every byte", () => {
  const line = fc.constantFrom(
    "# c",
    "",
    "0 3 * * * a",
    "SHELL=/bin/bash",
    "SHELL = '/bin/sh'",
    "A=b",
    "\t*/5 * * * * b % c",
    "é \xff",
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.boolean(), (lines, hasEnd) => {
      const text = lines.join("\n") + (hasEnd ? "\n" : "");
      const { added, after } = addTo(text);

      const back = removeLines(
        Buffer.from(after),
        added.map((each) => each.text),
      );
      expect(back.equals(Buffer.from(text))).toBe(true);
      const { jobs } = parseCrontab(after, OPTIONS);
      expect(jobs).toHaveLength(parseCrontab(text, OPTIONS).jobs.length);
      for (const { shell } of jobs) expect(shell).toContain(BASE);
      expect(addTo(after).added).toEqual([]);
    }),
  );
});

test("two shells never have one script", () => {
  expect(
    new Set(
      ["/bin/bash", "+bin+bash", "/bin-bash", "/bin/./bash", "/usr/bin/bash"].map((shell) =>
        shellPath(BASE, shell),
      ),
    ).size,
  ).toBe(5);
});
