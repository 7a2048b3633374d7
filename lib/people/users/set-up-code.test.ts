import { expect, test } from "vitest";
import { db, transaction } from "@/lib/platform/db";
import { ada, deletePeopleAfterEachTest } from "@/testing/users";
import { findOrCreateSetUpCode, isSetUpCode } from "./set-up-code";

deletePeopleAfterEachTest();

const code = () => transaction(findOrCreateSetUpCode);
const isRight = (typed: string) => transaction((sql) => isSetUpCode(sql, typed));

test("the code stays the same until there is an account, also if several processes ask at once", async () => {
  const codes = await Promise.all([code(), code(), code(), code()]);

  expect(new Set([...codes, await code()]).size).toBe(1);
  expect(codes[0]).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
});

test("the first account, however it is made, uses the code up; without accounts there is a new one", async () => {
  const used = (await code()) ?? "";
  await ada();
  expect([await code(), await isRight(used), await db.setUpCode.count()]).toEqual([null, false, 0]);

  await db.user.deleteMany();
  expect(await isRight(used)).toBe(false);
  expect(await code()).not.toBe(used);
});

test("capitals, spaces and dashes of the typed code do not matter, and nothing else is accepted", async () => {
  const right = (await code()) ?? "";

  for (const typed of [right, ` ${right.toUpperCase()} `, right.replaceAll("-", " ")]) {
    expect(await isRight(typed)).toBe(true);
  }
  for (const typed of ["", "-", right.slice(1), `${right}2`, "wrong"])
    expect(await isRight(typed)).toBe(false);
});

test("without a code in the database, nothing is accepted", async () => {
  await db.setUpCode.deleteMany();

  expect([await isRight(""), await isRight("null")]).toEqual([false, false]);
});
