import { expect, test } from "vitest";
import { db, query } from "@/lib/platform/db";
import { eventually } from "@/testing/eventually";
import { aClient, type Client, readResponse } from "@/testing/requests";

const COUNT = 60;
const FILE = {
  version: 1,
  snitches: Array.from({ length: COUNT }, (_, i) => ({
    key: `job-${i}`,
    name: `Job ${i}`,
    interval: "daily",
    ...(i > 0 && { depends_on: ["job-0"] }),
  })),
};

const plan = async ({ post }: Client) =>
  (await readResponse(post("/v1/configuration/plan", FILE))).body as {
    digest: string;
    summary: { create: number; unchanged: number };
  };

const apply = ({ post }: Client, digest: string) =>
  readResponse(post(`/v1/configuration/apply?digest=${digest}`, { file: FILE }));

/** As when Postgres is restarted. Waits until their processes have ended, so that none is cut only later. */
const endConnections = () =>
  query(
    "SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );

test("an apply whose connections are cut in the middle is finished by planning and applying again, and nothing is created twice", async () => {
  const client = await aClient({ plan: "unlimited" });
  const caseId = client.theCase.id;
  const { digest } = await plan(client);

  const interrupted = apply(client, digest);
  await eventually(async () => expect(await db.snitch.count({ where: { caseId } })).toBeGreaterThan(5));
  await endConnections();
  expect((await interrupted).status).toBeGreaterThanOrEqual(500);

  const count = await eventually(() => db.snitch.count({ where: { caseId } }));
  expect(count).toBeLessThan(COUNT);
  expect((await apply(client, digest)).status).toBe(409);
  const again = await plan(client);
  expect(again.summary).toMatchObject({ create: COUNT - count, unchanged: count });
  expect((await apply(client, again.digest)).status).toBe(200);
  expect((await plan(client)).summary).toMatchObject({ create: 0, unchanged: COUNT });
  expect(await db.snitch.count({ where: { caseId } })).toBe(COUNT);
  expect(await db.dependency.count({ where: { snitch: { caseId } } })).toBe(COUNT - 1);
});
