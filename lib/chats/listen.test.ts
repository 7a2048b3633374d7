import { expect, test } from "vitest";
import { query } from "@/lib/platform/db";
import { countStatements } from "@/testing/statements";
import { listenToChats } from "./listen";

const ROUND_TRIPS = 20;

test("while no channel has buttons, the database is asked once for one, and again when a worker is woken", async () => {
  let listening: ReturnType<typeof listenToChats> | undefined;
  const countOthers = async (work: () => void) =>
    (await countStatements(async () => {
      work();
      for (let i = 0; i < ROUND_TRIPS; i += 1) await query("SELECT 1");
    })) - ROUND_TRIPS;

  expect(
    await countOthers(() => {
      listening = listenToChats(1);
    }),
  ).toBe(1);
  expect(await countOthers(() => listening?.wake())).toBe(1);
  await listening?.stop();
});
