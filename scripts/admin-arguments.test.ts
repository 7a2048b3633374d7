import { expect, test } from "vitest";
import { commandFor } from "./admin-arguments";

const wrong: [string, string[]][] = [
  ["Name a command.", []],
  ["There is no command “bootstap”.", ["bootstap"]],
  ["bootstrap needs --email, --password and --case.", ["bootstrap", "--email", "ada@example.com"]],
  ["plan needs a case and a plan.", ["plan", "Nightly"]],
  ["hold takes no such option.", ["hold", "Nightly", "--plan", "free"]],
  ["release does not take “now”.", ["release", "Nightly", "now"]],
  ["seed takes a number of snitches.", ["seed", "Nightly", "many"]],
  ["backup does not take “now”.", ["backup", "now"]],
  ["restore needs a file, or the name of a backup.", ["restore"]],
  ["Unknown option '--emial'.", ["bootstrap", "--emial", "ada@example.com"]],
];

test.each(wrong)("a wrong command is one line with the usage: %s", (complaint, args) => {
  expect(() => commandFor(args)).toThrow(complaint);
  expect(() => commandFor(args)).toThrow(/^[^\n]*Usage: npm run admin -- [^\n]+$/);
});
