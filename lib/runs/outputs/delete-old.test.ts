import { describe, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aSnitch } from "@/testing/factories";
import { outputsBefore } from "@/testing/outputs";
import { deleteOldOutputs } from "./delete-old";
import { readOutput } from "./read";

const tuesday = new Date("2026-03-10T00:00Z");

const countRemaining = (snitchId: string) => db.output.count({ where: { snitchId } });

describe("an output is deleted", () => {
  const hundred = Array.from({ length: 100 }, (_, day) => day + 1);

  test("after 30 days, unless it is among the last 100 of its snitch", async () => {
    const [busy, quiet] = [await aSnitch(), await aSnitch()];
    const ids = await outputsBefore(tuesday, busy.id, [...hundred.map(() => 1), 29.9, 30.1, 400]);
    await outputsBefore(tuesday, quiet.id, hundred);

    await deleteOldOutputs(tuesday);
    await deleteOldOutputs(tuesday);

    expect(await countRemaining(quiet.id)).toBe(100);
    expect(await countRemaining(busy.id)).toBe(101);
    expect(await Promise.all(ids.slice(100).map(async (id) => (await readOutput(id)) !== null))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("after two years even if it is among the last, because its run is gone", async () => {
    const { id } = await aSnitch();
    await outputsBefore(tuesday, id, [1, 800]);

    await deleteOldOutputs(tuesday);

    expect(await countRemaining(id)).toBe(1);
  });
});
