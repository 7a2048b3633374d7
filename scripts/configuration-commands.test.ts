import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aCase } from "@/testing/factories";
import { applyConfiguration, exportConfiguration } from "./configuration-commands";

const folder = mkdtempSync(path.join(tmpdir(), "tattle-configuration-"));
afterAll(() => rmSync(folder, { recursive: true }));

function aFile(text: string): string {
  const file = path.join(folder, `${crypto.randomUUID()}.yml`);
  writeFileSync(file, text);
  return file;
}

test("a dry run changes nothing and exits with 2 if something would change; applying exits with 0", async () => {
  const { id } = await aCase({ name: "Dry" });
  const file = aFile("version: 1\ncase: Dry\nsnitches:\n  - {key: a, name: A, interval: daily}\n");

  expect(await applyConfiguration(file, { dryRun: true })).toMatchObject({ exitStatus: 2, dry_run: true });
  expect(await db.snitch.count({ where: { caseId: id } })).toBe(0);

  const done = await applyConfiguration(file, {});
  expect(done).toEqual({
    text: "Case Dry\n\n+ snitch a “A”\n    name: A\n    interval: daily\n\n1 to create, 0 unchanged.\nDone.",
    case: { id, name: "Dry" },
    dry_run: false,
    changes: [
      {
        action: "create",
        resource: "snitch",
        key: "a",
        name: "A",
        attributes: [
          { attribute: "name", before: null, after: "A" },
          { attribute: "interval", before: null, after: "daily" },
        ],
      },
    ],
    counts: { create: 1, change: 0, remove: 0, unchanged: 0 },
    not_in_file: 0,
  });
  expect(await applyConfiguration(file, { dryRun: true })).toMatchObject({
    text: "Case Dry\n\nNothing to do.",
    changes: [],
  });
  expect(await applyConfiguration(file, { dryRun: true })).not.toHaveProperty("exitStatus");
});

test("the case is the one that the file names, or another one that is given", async () => {
  await aCase({ name: "One" });
  const { id } = await aCase({ name: "Other" });
  const text = "version: 1\nsnitches: [{key: a, name: A, interval: daily}]\n";

  await expect(applyConfiguration(aFile(text), {})).rejects.toThrow(
    /names no case: write “case: NAME” into it, or give --case\.$/,
  );
  await expect(applyConfiguration(aFile(`case: Nowhere\n${text}`), {})).rejects.toThrow("No such case.");
  expect(await applyConfiguration(aFile(`case: One\n${text}`), { case: "Other" })).toMatchObject({
    case: { id },
  });
});

test("errors are listed by line, and name the variables of secrets that are not set", async () => {
  await aCase({ name: "Wrong" });
  const file = aFile(`version: 1
case: Wrong
snitches:
  - {key: a, name: A}
channels:
  - {key: ops, kind: slack, settings: {url: {env: OPS_SLACK_URL}}}
`);

  const error = await applyConfiguration(file, {}).catch((thrown) => thrown);

  expect(error).toMatchObject({
    message: `${file} has 2 errors. Nothing was changed.`,
    output: [
      "line 4, snitches[0].interval: can't be blank",
      "line 6, channels[0].settings.url: needs a secret: set OPS_SLACK_URL in the environment",
    ].join("\n"),
  });
  await expect(applyConfiguration(path.join(folder, "missing.yml"), {})).rejects.toThrow("can’t be read");
});

test("an export is printed or written, as YAML or JSON", async () => {
  const { id } = await aCase({ name: "Export" });
  const output = path.join(folder, "export.json");

  expect((await exportConfiguration("Export", {})).text).toContain("case: Export\n");
  expect(await exportConfiguration(id, { format: "json", output })).toEqual({
    text: `Wrote ${output}.`,
    case: { id, name: "Export" },
    format: "json",
    output,
  });
  expect(JSON.parse(readFileSync(output, "utf8"))).toMatchObject({ version: 1, case: "Export" });
  await expect(exportConfiguration(id, { format: "xml" })).rejects.toMatchObject({
    validations: [{ attribute: "format", message: "must be one of yaml, json" }],
  });
});
