import { expect, test } from "vitest";
import { commandsFor } from "./commands";
import { buildSections } from "./sections";

const commands = commandsFor({
  theCase: { id: "acme", name: "Acme" },
  role: "owner",
  isOperator: false,
  cases: [],
  pathname: "/acme",
});
const snitches = [
  { token: "a1", name: "Check of the channels" },
  { token: "b2", name: "Nightly backup" },
];
const incidents = [{ id: "1", name: "Nightly backup", cause: "Missed check-in", status: "failed" as const }];
const outline = (query: string, found: Partial<Parameters<typeof buildSections>[2]> = {}) =>
  buildSections(query, commands, { snitches: [], incidents: [], passages: [], ...found }).map(
    ({ heading, items }) => [heading, items[0]?.value],
  );

test("the heading with the best match comes first", () => {
  expect(outline("channels", { snitches: [{ token: "a1", name: "Check of the channels" }] })[0]).toEqual([
    "Go To",
    "channels",
  ]);
  expect(outline("nightly", { snitches, incidents }).slice(0, 2)).toEqual([
    ["Snitches", "snitch-b2"],
    ["Open Incidents", "incident-1"],
  ]);
});

test("what the server found for another reason than its name is shown, at the end", () => {
  expect(outline("board", { snitches }).at(-1)).toEqual(["Snitches", "snitch-a1"]);
});

test("before anything is typed, the snitches that were opened last come first", () => {
  expect(outline("", { snitches })[0]).toEqual(["Recent", "snitch-a1"]);
});

test("a heading has at most eight matches", () => {
  const many = Array.from({ length: 20 }, (_, i) => ({ token: `t${i}`, name: `Backup ${i}` }));
  const [found] = buildSections("backup", [], { snitches: many, incidents: [], passages: [] });
  expect(found?.items.length).toBe(8);
});

test("parts of the documentation come after pages and settings of the same name", () => {
  const passages = [{ href: "/docs/emails#quiet-hours", page: "Emails", heading: "Quiet hours" }];

  expect(outline("quiet hours", { passages })).toEqual([
    ["Your Account", "account-notifications-quiet-hours"],
    ["Go To", "channels"],
    ["In the Documentation", "/docs/emails#quiet-hours Quiet hours"],
  ]);
});
