import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { db, query } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { NO_BODY } from "@/lib/rules/reports/received-body";
import { aSnitch } from "@/testing/factories";
import { anOutput } from "@/testing/outputs";
import { compressOutput } from "./compress";
import { insertOutputs } from "./insert";
import { readOutput } from "./read";

const tuesday = new Date("2026-03-10T00:00Z");

test("any bytes are stored and read again, and their text says how many are left out", async () => {
  for (const data of [randomBytes(100_000), Buffer.from("é\0\r\n"), Buffer.from([0])]) {
    const id = await anOutput({ data, bytes: data.length + 1_234_567 });
    const output = await readOutput(id);
    expect(output).toMatchObject({ data, bytes: data.length + 1_234_567, keptBytes: data.length });
    expect(output?.text).toMatch(/^… 1,234,567 bytes left out\n/);
  }
});

test("the data is compressed, and can be written as JSON", async () => {
  const tail = Buffer.from("the same line\n".repeat(5_000));
  const output = await compressOutput({ ...NO_BODY, tail, bytes: tail.length });
  expect(JSON.parse(JSON.stringify(output))).toEqual(output);
  expect(output?.data.length).toBeLessThan(1_000);
});

test("an empty body is not stored", async () => {
  expect(await compressOutput(NO_BODY)).toBeNull();
});

test("storing an output twice leaves the first", async () => {
  const { id: snitchId } = await aSnitch();
  const output = { bytes: 1, keptBytes: 1, data: "SwQA", id: newId(), runId: newId(), snitchId, at: tuesday };
  await insertOutputs(query, [output]);
  await insertOutputs(query, [{ ...output, bytes: 2 }]);
  expect(await db.output.findMany({ where: { snitchId } })).toMatchObject([{ bytes: 1 }]);
});

test("an output that does not exist is null", async () => {
  expect(await readOutput(newId())).toBeNull();
});
