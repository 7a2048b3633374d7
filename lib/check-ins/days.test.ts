import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { listArrivals } from "@/lib/snitches/arrivals";
import { aSnitch } from "@/lib/testing/factories";
import { countDays } from "./days";

const at = (time: string) => new Date(`2026-03-${time}Z`);
const now = at("10T12:00");

async function aSnitchWithCheckIns() {
  const { id } = await aSnitch({ interval: "daily" });
  await db.checkIn.createMany({
    data: [
      { snitchId: id, at: at("07T23:59:59.999"), exitStatus: "0" },
      { snitchId: id, at: at("08T00:00"), exitStatus: "1" },
      { snitchId: id, at: at("08T06:00"), exitStatus: "0" },
      { snitchId: id, at: at("08T07:00"), exitStatus: "" },
      { snitchId: id, at: at("08T07:01"), exitStatus: "0", accepted: false },
      { snitchId: id, at: at("10T05:00"), exitStatus: "0" },
      { snitchId: id, at: at("10T13:00"), exitStatus: "0" },
    ],
  });
  return id;
}

test("a day counts its healthy check-ins and errors, without refused and future ones", async () => {
  const days = await countDays(await aSnitchWithCheckIns(), 4, now);

  expect(days.map(({ day, healthy, errors }) => [day.getUTCDate(), healthy, errors])).toEqual([
    [7, 1, 0],
    [8, 2, 1],
    [9, 0, 0],
    [10, 1, 0],
  ]);
});

test("an arrival is the first healthy check-in of its period", async () => {
  const id = await aSnitchWithCheckIns();
  const arrivals = await listArrivals({ id, ...calendarTerms("daily") }, 3, now);

  expect(arrivals.map(({ at }) => at)).toEqual([at("08T06:00"), null, at("10T05:00")]);
});
