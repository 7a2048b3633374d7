import { expect, test } from "vitest";
import { db, type Sql, transaction } from "@/lib/platform/db";
import { lockDependencies } from "@/lib/snitches/dependencies";
import { eventually } from "@/testing/eventually";
import { aClient, type Client, readResponse } from "@/testing/requests";

const COUNT = 60;
const WITHOUT_DEPENDENCIES = 30;
const FILE = {
  version: 1,
  snitches: Array.from({ length: COUNT }, (_, i) => ({
    key: `job-${i}`,
    name: `Job ${i}`,
    interval: "daily",
    ...(i >= WITHOUT_DEPENDENCIES && { depends_on: ["job-0"] }),
  })),
};

const plan = async ({ post }: Client) =>
  (await readResponse(post("/v1/configuration/plan", FILE))).body as {
    digest: string;
    summary: { create: number; unchanged: number };
  };

const apply = ({ post }: Client, digest: string) =>
  readResponse(post(`/v1/configuration/apply?digest=${digest}`, { file: FILE }));

/** As when Postgres is restarted, all but this one. Waits until their processes have ended, so that none is cut only later. */
const endOtherConnections = (sql: Sql) =>
  sql(
    "SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );

test("an apply whose connections are cut in the middle is finished by planning and applying again, and nothing is created twice", async () => {
  const client = await aClient({ plan: "unlimited" });
  const caseId = client.theCase.id;
  const { digest } = await plan(client);

  // The first snitch with a dependency waits for this lock, so that the connections are cut in the middle on every machine.
  const interrupted = await transaction(async (sql) => {
    await lockDependencies(sql, caseId);
    const response = apply(client, digest);
    const countSnitches = async () => (await sql("SELECT FROM snitches WHERE case_id = $1", [caseId])).length;
    await eventually(async () => expect(await countSnitches()).toBe(WITHOUT_DEPENDENCIES));
    await endOtherConnections(sql);
    return { response };
  });
  expect((await interrupted.response).status).toBeGreaterThanOrEqual(500);
  expect(await eventually(() => db.snitch.count({ where: { caseId } }))).toBe(WITHOUT_DEPENDENCIES);
  expect((await apply(client, digest)).status).toBe(409);
  const again = await plan(client);
  expect(again.summary).toMatchObject({
    create: COUNT - WITHOUT_DEPENDENCIES,
    unchanged: WITHOUT_DEPENDENCIES,
  });
  expect((await apply(client, again.digest)).status).toBe(200);
  expect((await plan(client)).summary).toMatchObject({ create: 0, unchanged: COUNT });
  expect(await db.snitch.count({ where: { caseId } })).toBe(COUNT);
  expect(await db.dependency.count({ where: { snitch: { caseId } } })).toBe(COUNT - WITHOUT_DEPENDENCIES);
});
