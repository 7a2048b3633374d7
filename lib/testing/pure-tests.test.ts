import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listPureTests } from "./pure-tests";

test("every pure test that is listed exists", () => {
  expect(listPureTests().filter((file) => !existsSync(file))).toEqual([]);
});

test("no pure test replaces modules or timers, or changes the environment: the next file would find that", () => {
  const changesProcess = /\bvi\.(mock|doMock|stub|useFake)|process\.(env\.\w+ = |chdir)/;
  expect(listPureTests().filter((file) => changesProcess.test(readFileSync(file, "utf8")))).toEqual([]);
});
