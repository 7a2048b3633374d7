import { query } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { DAY_MS } from "@/lib/rules/durations";
import { compressOutput } from "@/lib/runs/outputs/compress";
import { insertOutputs } from "@/lib/runs/outputs/insert";
import { aSnitch } from "./factories";

/** A new output, whose id is returned. `bytes`: how many the run printed, if more than are kept. */
export async function anOutput(given: { snitchId?: string; at?: Date; data?: Buffer; bytes?: number } = {}) {
  const { snitchId = (await aSnitch()).id, at = new Date("2026-03-10T00:00Z") } = given;
  const { data = Buffer.from("42 rows\n"), bytes = data.length } = given;
  const output = await compressOutput({ head: data, tail: data, bytes });
  if (!output) throw new Error("There is nothing to keep.");
  const id = newId();
  await insertOutputs(query, [{ ...output, id, runId: newId(), snitchId, at }]);
  return id;
}

/** Outputs of a snitch, this many days before a time, whose ids are returned. */
export const outputsBefore = (at: Date, snitchId: string, days: number[]) =>
  Promise.all(days.map((day) => anOutput({ snitchId, at: new Date(at.getTime() - day * DAY_MS) })));
