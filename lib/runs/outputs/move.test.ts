import { createServer } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { db, pool, query } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { aBucketServer } from "@/testing/bucket";
import { aSnitch } from "@/testing/factories";
import { anOutput, outputsBefore } from "@/testing/outputs";
import { deleteRemovedObjects } from "./delete-objects";
import { deleteOldOutputs } from "./delete-old";
import { moveOutputs, waitsToMoveSince } from "./move";
import { readOutput } from "./read";

const tuesday = new Date("2026-03-10T00:00Z");

let server: Awaited<ReturnType<typeof aBucketServer>>;
beforeEach(async () => {
  await pool.query("DELETE FROM outputs");
  await pool.query("DELETE FROM removed_objects");
  server = await aBucketServer();
  env.OUTPUT_S3_URL = server.url;
});
afterEach(() => {
  server.close();
  env.OUTPUT_S3_URL = undefined;
});

const keys = () => [...server.objects.keys()].sort();
const buildKey = (id: string) => `safe/tattle/outputs/${id}`;
const stored = () =>
  query<{ id: string; isHere: boolean }>(`SELECT id, data IS NOT NULL AS "isHere" FROM outputs ORDER BY id`);

test("several workers move each output into the bucket once, and it reads as before", async () => {
  const { id: snitchId } = await aSnitch();
  const ids = await outputsBefore(
    tuesday,
    snitchId,
    Array.from({ length: 50 }, (_, day) => day),
  );
  const [first = ""] = ids;
  const before = await readOutput(first);

  expect(await waitsToMoveSince()).toEqual(expect.any(Date));
  await Promise.all([moveOutputs(), moveOutputs()]);
  await moveOutputs();

  expect(await waitsToMoveSince()).toBeNull();
  expect(keys()).toEqual(ids.map(buildKey).sort());
  expect(await stored()).toEqual(ids.toSorted().map((id) => ({ id, isHere: false })));
  expect(await readOutput(first)).toEqual(before);
  expect(await query("SELECT key FROM removed_objects")).toEqual([]);
});

test("without a bucket, outputs stay in the table", async () => {
  env.OUTPUT_S3_URL = undefined;
  const id = await anOutput();

  await moveOutputs();
  await deleteRemovedObjects();

  expect(await waitsToMoveSince()).toBeNull();
  expect(await stored()).toEqual([{ id, isHere: true }]);
});

test("while the bucket is unreachable, outputs stay in the table and are read from there; later they are moved", async () => {
  const id = await anOutput();
  const closed = createServer().listen(0);
  const { port } = closed.address() as { port: number };
  closed.close();
  env.OUTPUT_S3_URL = `http://KEY:SECRET@127.0.0.1:${port}/safe`;

  await expect(moveOutputs()).rejects.toThrow();
  expect(await stored()).toEqual([{ id, isHere: true }]);
  expect((await readOutput(id))?.text).toBe("42 rows\n");

  env.OUTPUT_S3_URL = server.url;
  await moveOutputs();
  expect(await stored()).toEqual([{ id, isHere: false }]);
  expect((await readOutput(id))?.text).toBe("42 rows\n");
});

test("what is deleted from the table is deleted from the bucket, whether it was old or its snitch was removed", async () => {
  const [old, removed, kept] = [await aSnitch(), await aSnitch(), await aSnitch()];
  await anOutput({ snitchId: old.id, at: new Date("2023-12-31T00:00Z") });
  await anOutput({ snitchId: removed.id });
  const id = await anOutput({ snitchId: kept.id });
  await moveOutputs();
  expect(keys()).toHaveLength(3);

  await deleteOldOutputs(tuesday);
  await db.snitch.delete({ where: { id: removed.id } });
  await Promise.all([deleteRemovedObjects(), deleteRemovedObjects()]);

  expect(keys()).toEqual([buildKey(id)]);
  expect(await query("SELECT key FROM removed_objects")).toEqual([]);
});

test("an object is not forgotten while the bucket is unreachable", async () => {
  const id = await anOutput();
  await moveOutputs();
  await pool.query("DELETE FROM outputs");
  env.OUTPUT_S3_URL = server.url.replace("KEY:", "OTHER:");

  await expect(deleteRemovedObjects()).rejects.toThrow();
  expect(keys()).toEqual([buildKey(id)]);

  env.OUTPUT_S3_URL = server.url;
  await deleteRemovedObjects();
  expect(keys()).toEqual([]);
});

test("an output that is deleted while it is moved leaves no object", async () => {
  const id = await anOutput();
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query("DELETE FROM outputs WHERE id = $1", [id]);
  const moved = moveOutputs();
  await expect.poll(keys).toEqual([buildKey(id)]);
  await client.query("COMMIT");
  client.release();
  await moved;

  await deleteRemovedObjects();

  expect(keys()).toEqual([]);
});

test("an output whose object no longer exists is null", async () => {
  const id = await anOutput();
  await moveOutputs();
  server.objects.clear();

  expect(await readOutput(id)).toBeNull();
});
