import { expect, test } from "vitest";
import { commandsFor } from "./commands";

const acme = { id: "acme", name: "Acme" };
const other = { id: "other", name: "Other" };
const listIds = (given: Partial<Parameters<typeof commandsFor>[0]>) =>
  commandsFor({ theCase: acme, cases: [acme, other], mayManage: true, pathname: "/acme", ...given }).map(
    ({ id }) => id,
  );

test("a viewer is offered no command that changes anything", () => {
  const offered = listIds({ mayManage: false, pathname: "/acme/snitches/c0ffee" });

  expect(offered).not.toContain("add");
  expect(offered).not.toContain("pause");
  expect(offered).not.toContain("snooze");
  expect(offered).not.toContain("pause-this");
  expect(offered).not.toContain("duplicate-this");
  expect(offered).toContain("board");
  expect(offered).toContain("timeline");
  expect(offered).toContain("reports");
  expect(offered).not.toContain("snooze-this");
  expect(offered).toContain("copy-url");
});

test("commands for one snitch are offered only on its page", () => {
  expect(listIds({ pathname: "/acme/snitches/c0ffee" })).toContain("pause-this");
  expect(listIds({ pathname: "/acme/snitches/c0ffee" })).toContain("snooze-this");
  expect(listIds({ pathname: "/acme/snitches/c0ffee/setup" })).not.toContain("pause-this");
});

test("a snitch can be duplicated from each of its pages", () => {
  const commands = commandsFor({
    theCase: acme,
    cases: [acme],
    mayManage: true,
    pathname: "/acme/snitches/c0ffee/setup",
  });

  expect(commands.find(({ id }) => id === "duplicate-this")?.action).toEqual({
    kind: "navigate",
    href: "/acme/new?from=c0ffee",
  });
});

test("there is a command for every other case", () => {
  expect(listIds({}).filter((id) => id.startsWith("case-"))).toEqual(["case-other"]);
});

test("outside a case there are commands too", () => {
  expect(listIds({ theCase: undefined })).toEqual(["docs", "api", "case-acme", "case-other", "new-case"]);
});
