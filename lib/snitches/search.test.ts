import { expect, test } from "vitest";
import { aCase, aSnitch } from "@/testing/factories";
import { searchSnitches } from "./search";

async function aCaseWithThree() {
  const { id: caseId } = await aCase();
  const nightly = await aSnitch({ caseId, name: "Nightly backup of db7" });
  await aSnitch({ caseId, name: "Backup", status: "healthy", deadline: new Date("2026-03-10T00:00Z") });
  await aSnitch({ caseId, name: "Weekly backup", status: "failed", deadline: new Date("2026-03-10T00:00Z") });
  await aSnitch({ name: "Backup of another case" });
  const find = async (...terms: string[]) =>
    (await searchSnitches(caseId, terms, 10)).map(({ name }) => name);
  return { caseId, nightly, find };
}

test("each word is part of the name, in any order and case", async () => {
  const { find } = await aCaseWithThree();

  expect(await find("DB7", "night")).toEqual(["Nightly backup of db7"]);
  expect(await find("db7", "weekly")).toEqual([]);
});

test("words may also be parts of the environment", async () => {
  const { caseId, find } = await aCaseWithThree();
  await aSnitch({ caseId, name: "Backup of db8", environment: "staging" });

  expect(await find("db8", "STAG")).toEqual(["Backup of db8"]);
  expect(await find("db7", "stag")).toEqual([]);
});

test("the whole name comes first, then names that begin so, then what is worse, and never a snitch of another case", async () => {
  const { caseId, find } = await aCaseWithThree();
  await aSnitch({ caseId, name: "Nightly digest of web7", status: "failed", deadline: new Date(0) });

  expect(await find("Nightly", "b")).toEqual(["Nightly backup of db7", "Nightly digest of web7"]);
  expect(await find("backup")).toEqual(["Backup", "Weekly backup", "Nightly backup of db7"]);
});

test("a token finds its snitch, and no word finds any", async () => {
  const { caseId, nightly, find } = await aCaseWithThree();

  expect(await find(nightly.token)).toEqual(["Nightly backup of db7"]);
  expect((await searchSnitches(caseId, [], 2)).length).toBe(2);
});

test("characters that are special in patterns are characters", async () => {
  const { find } = await aCaseWithThree();

  expect(await find("%")).toEqual([]);
  expect(await find("_")).toEqual([]);
});

test("a slug finds its snitch", async () => {
  const { caseId, find } = await aCaseWithThree();
  await aSnitch({ caseId, name: "Certificates", slug: "renew-certs" });

  expect(await find("renew-certs")).toEqual(["Certificates"]);
  expect(await find("renew")).toEqual([]);
});
