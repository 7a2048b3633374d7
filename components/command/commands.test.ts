import { expect, test } from "vitest";
import { commandsFor } from "./commands";

const acme = { id: "acme", name: "Acme" };
const other = { id: "other", name: "Other" };
const idsOf = (given: Partial<Parameters<typeof commandsFor>[0]>) =>
  commandsFor({ theCase: acme, cases: [acme, other], mayManage: true, pathname: "/acme", ...given }).map(
    ({ id }) => id,
  );

test("whoever may only look is offered nothing that changes", () => {
  const offered = idsOf({ mayManage: false, pathname: "/acme/snitches/c0ffee" });

  expect(offered).not.toContain("add");
  expect(offered).not.toContain("pause");
  expect(offered).not.toContain("pause-this");
  expect(offered).toContain("copy-url");
});

test("a snitch’s own commands are offered on its page alone", () => {
  expect(idsOf({ pathname: "/acme/snitches/c0ffee" })).toContain("pause-this");
  expect(idsOf({ pathname: "/acme/snitches/c0ffee/setup" })).not.toContain("pause-this");
});

test("one can switch to every case but this", () => {
  expect(idsOf({}).filter((id) => id.startsWith("case-"))).toEqual(["case-other"]);
});

test("outside of a case there is still somewhere to go", () => {
  expect(idsOf({ theCase: undefined })).toEqual(["docs", "api", "case-acme", "case-other", "new-case"]);
});
