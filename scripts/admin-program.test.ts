import { expect, test, vi } from "vitest";
import { parseCommand } from "./admin-program";

const wrong: [string, string[]][] = [
  ["name a command.", []],
  ["unknown command 'bootstap' (Did you mean bootstrap?).", ["bootstap"]],
  ["required option '--case <NAME>' not specified.", ["bootstrap", "--email", "ada@example.com"]],
  ["missing required argument 'PLAN'.", ["plan", "Nightly"]],
  ["unknown option '--plan'.", ["hold", "Nightly", "--plan", "free"]],
  ["too many arguments for 'release'. Expected 1 argument but got 2.", ["release", "Nightly", "now"]],
  ["Enter a number of snitches.", ["seed", "Nightly", "many"]],
  ["too many arguments for 'backup'.", ["backup", "now"]],
  ["missing required argument 'FILE'.", ["restore"]],
  ["missing required argument 'CASE'.", ["export"]],
  ["missing required argument 'FILE'.", ["apply", "--dry-run"]],
  [
    "It must be one of healthchecks, dms, cronitor, kuma, betterstack, sentry, opsgenie.",
    ["import", "pingdom", "Nightly"],
  ],
  ["missing required argument 'CASE'.", ["import", "kuma"]],
  ["unknown option '--jsno' (Did you mean --json?).", ["plan", "Nightly", "free", "--jsno"]],
];

test.each(wrong)("a wrong command gives one line with the usage: %s", (complaint, args) => {
  expect(() => parseCommand(args)).toThrow(complaint);
  expect(() => parseCommand(args)).toThrow(/^[^\n]*Usage: npm run admin -- [^\n]+$/);
});

test("arguments and options are passed on, and --json may stand anywhere", () => {
  expect(parseCommand(["seed", "Nightly", "7", "--json"])).toEqual({
    name: "seed",
    isJson: true,
    args: ["Nightly", 7],
  });
  expect(parseCommand(["--json", "seed", "Nightly"])).toMatchObject({ isJson: true, args: ["Nightly", 0] });
  const options = { email: "ada@example.com", password: "correct horse", case: "Nightly" };
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  expect(parseCommand(["bootstrap", ...given])).toEqual({
    name: "bootstrap",
    isJson: false,
    args: [options],
  });
});

test("the options of export and apply are passed on after their arguments", () => {
  expect(parseCommand(["export", "Nightly", "--format", "json"])).toEqual({
    name: "exportConfiguration",
    isJson: false,
    args: ["Nightly", { format: "json" }],
  });
  expect(
    parseCommand(["apply", "tattle.yml", "--case", "Nightly", "--dry-run", "--prune", "--json"]),
  ).toEqual({
    name: "applyConfiguration",
    isJson: true,
    args: ["tattle.yml", { case: "Nightly", dryRun: true, prune: true }],
  });
});

test("an import has its product, its case and its options", () => {
  expect(
    parseCommand(["import", "sentry", "Nightly", "--organization", "acme", "--dry-run", "--json"]),
  ).toEqual({
    name: "importFrom",
    isJson: true,
    args: ["sentry", "Nightly", { organization: "acme", dryRun: true }],
  });
});

test("the command setup-code has a name of two words", () => {
  expect(parseCommand(["setup-code"])).toEqual({ name: "setUpCode", isJson: false, args: [] });
});

test.each([[["--help"]], [["restore", "--help"]], [["help", "restore"]]])("%j prints the help", (args) => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);

  expect(parseCommand(args)).toBeNull();

  expect(write.mock.calls.join("")).toMatch(/Usage: npm run admin -- .*\n[\s\S]*--json/);
  write.mockRestore();
});
