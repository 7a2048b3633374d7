import { expect, test } from "vitest";
import { commandsFor, matchCommands, type PageContext } from "./commands";

const acme = { id: "acme", name: "Acme" };
const other = { id: "other", name: "Other" };
const owner: PageContext = {
  theCase: acme,
  role: "owner",
  isOperator: false,
  cases: [acme, other],
  pathname: "/acme",
};
const listIds = (given: Partial<PageContext>) => commandsFor({ ...owner, ...given }).map(({ id }) => id);
const find = (query: string, given: Partial<PageContext> = {}) =>
  matchCommands(query, commandsFor({ ...owner, ...given })).map(({ id }) => id);

test("a viewer is offered no command that changes the case", () => {
  const offered = listIds({ role: "viewer", pathname: "/acme/snitches/c0ffee" });
  const changing = [
    "add",
    "pause",
    "snooze",
    "pause-this",
    "snooze-this",
    "duplicate-this",
    "invite",
    "new-key",
  ];

  expect(offered.filter((id) => changing.includes(id) || id.startsWith("export"))).toEqual([]);
  for (const id of ["board", "timeline", "reports", "copy-url", "dark", "sign-out"])
    expect(offered).toContain(id);
});

test("a member may pause and import, but invites no one and creates no key", () => {
  const offered = listIds({ role: "member" });

  expect(offered).toEqual(expect.arrayContaining(["pause", "import", "plan-maintenance"]));
  for (const id of ["invite", "new-key", "add-channel", "send-drill", "danger"])
    expect(offered).not.toContain(id);
});

test("only the operator is offered the installation, and only an owner the deletion of the case", () => {
  expect(listIds({})).not.toContain("outbox");
  expect(listIds({ isOperator: true })).toContain("outbox");
  expect(listIds({ role: "admin" })).not.toContain("danger");
  expect(listIds({})).toContain("danger");
});

test.each([
  ["invite", "invite"],
  ["dark", "dark"],
  ["light", "light"],
  ["sign out", "sign-out"],
  ["logout", "sign-out"],
  ["fire drill", "drills"],
  ["send drill", "send-drill"],
  ["new key", "new-key"],
  ["add channel", "add-channel"],
  ["new slack", "add-slack"],
  ["export", "export-yaml"],
  ["mute", "snooze"],
  ["quiet hours", "account-notifications-quiet-hours"],
  ["theme", "account-theme"],
  ["delete case", "danger"],
  ["missing", "status-missing"],
])("“%s” finds %s first", (query, id) => {
  expect(find(query)[0]).toBe(id);
});

test("before anything is typed, the pages and actions of every day are shown, and none of the settings", () => {
  const shown = find("");

  expect(shown).toEqual(expect.arrayContaining(["add", "snitches", "settings", "docs", "new-case"]));
  expect(shown).not.toContain("account-theme");
  expect(shown.length).toBeLessThan(25);
});

test("commands for one snitch are offered only on its page", () => {
  expect(listIds({ pathname: "/acme/snitches/c0ffee" })).toContain("pause-this");
  expect(listIds({ pathname: "/acme/snitches/c0ffee" })).toContain("snooze-this");
  expect(listIds({ pathname: "/acme/snitches/c0ffee/setup" })).not.toContain("pause-this");
  expect(listIds({})).not.toContain("settings-of-this");
});

test("a command shows the shortcut that does the same", () => {
  const commands = commandsFor({ ...owner, pathname: "/acme/snitches/c0ffee" });
  const keys = commands.flatMap(({ id, hotkey }) => (hotkey ? [`${id} ${hotkey}`] : []));

  expect(keys).toEqual(["snooze-this s", "pause-this p", "copy-url y", "add c", "show-keys ?"]);
});

test("commands for an incident are offered only on its page", () => {
  expect(listIds({ pathname: "/acme/incidents/0195" })).toContain("acknowledge-this");
  expect(listIds({ pathname: "/acme/incidents" })).not.toContain("acknowledge-this");
});

test("a snitch can be duplicated from each of its pages", () => {
  const commands = commandsFor({ ...owner, pathname: "/acme/snitches/c0ffee/setup" });

  expect(commands.find(({ id }) => id === "duplicate-this")?.action).toEqual({
    kind: "navigate",
    href: "/acme/new?from=c0ffee",
  });
});

test("there is a command for every other case", () => {
  expect(listIds({}).filter((id) => id.startsWith("case-other"))).toEqual(["case-other"]);
  expect(listIds({})).not.toContain("case-acme");
});

test("outside a case, its pages and actions are not offered", () => {
  const { theCase: _, role: __, ...nowhere } = owner;
  const offered = commandsFor(nowhere);

  expect(offered.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["docs", "account", "sign-out", "case-acme", "case-other", "new-case"]),
  );
  expect(offered.filter(({ action }) => "href" in action && action.href.includes("["))).toEqual([]);
  expect(offered.map(({ id }) => id)).not.toContain("pause");
});
