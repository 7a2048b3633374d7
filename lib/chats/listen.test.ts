import { expect, test, vi } from "vitest";
import { pool, query } from "@/lib/platform/db";
import { eventually } from "@/testing/eventually";
import { listenToChats } from "./listen";

const ROUND_TRIPS = 20;

test("while no channel has buttons, the database is asked once for one, and again when a worker is woken", async () => {
  const asked = vi.spyOn(pool, "query");
  const expectOnce = async (work: () => void) => {
    asked.mockClear();
    work();
    // The first connection may take longer than what follows.
    await eventually(() => expect(asked).toHaveBeenCalledTimes(1));
    for (let i = 0; i < ROUND_TRIPS; i += 1) await query("SELECT 1");
    expect(asked).toHaveBeenCalledTimes(1 + ROUND_TRIPS);
  };
  let listening: ReturnType<typeof listenToChats> | undefined;

  await expectOnce(() => {
    listening = listenToChats(1);
  });
  await expectOnce(() => listening?.wake());
  await listening?.stop();
  asked.mockRestore();
});
