import { expect, test } from "vitest";
import { aCase, aSnitch } from "@/testing/factories";
import { resolveNames } from "./resolve-names";

async function aCaseWithBackups() {
  const { id: caseId } = await aCase();
  const other = await aCase();
  const lower = await aSnitch({ caseId, name: "backup" });
  const upper = await aSnitch({ caseId, name: "Backup" });
  const [twin] = [await aSnitch({ caseId, name: "Twin" }), await aSnitch({ caseId, name: "Twin" })];
  const foreign = await aSnitch({ caseId: other.id, name: "Foreign" });
  const resolve = (...named: string[]) => resolveNames(caseId, "depends_on", named);
  return { lower, upper, twin, foreign, resolve };
}

test("a token, a name, and a name with its token name a snitch, in any case of letters, and once", async () => {
  const { lower, upper, twin, resolve } = await aCaseWithBackups();
  expect(await resolve(lower.token, twin.token.toUpperCase())).toEqual([lower.token, twin.token]);
  expect(await resolve("Backup", "backup", `Backup (${upper.token})`)).toEqual([upper.token, lower.token]);
  expect(await resolve(`Twin (${twin.token})`)).toEqual([twin.token]);
  expect(await resolve()).toEqual([]);
});

test.each([
  ["Nobody", "No snitch of this case is called “Nobody” or has it as its token"],
  ["Foreign", "No snitch of this case is called “Foreign” or has it as its token"],
  ["a\0b", "No snitch of this case is called “a\0b” or has it as its token"],
  [
    "Twin",
    "More than one snitch is called “Twin”: use the token of the one you mean, the end of its check-in URL",
  ],
  [
    "BACKUP",
    "More than one snitch is called “BACKUP”: use the token of the one you mean, the end of its check-in URL",
  ],
])("%j is refused, and the message repeats it", async (text, message) => {
  const { lower, resolve } = await aCaseWithBackups();
  const validations = [{ attribute: "depends_on", message }];
  await expect(resolve(lower.token, text)).rejects.toMatchObject({ validations });
});

test("a snitch of another case cannot be named by its token", async () => {
  const { foreign, resolve } = await aCaseWithBackups();
  await expect(resolve(foreign.token)).rejects.toMatchObject({ type: "resource_invalid" });
});
