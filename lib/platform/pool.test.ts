import { expect, test } from "vitest";
import { openFlakyConnection } from "@/testing/flaky-connection";
import { pool } from "./db";
import { PatientPool, resilientPool } from "./pool";

test("a connection that is lost in the moment in which it opens does not end the process", async () => {
  const connection = await openFlakyConnection(process.env.DATABASE_URL ?? "");
  connection.become("dying");
  const client = new resilientPool.Client({ connectionString: connection.url });

  await client.connect();

  await expect(client.query("SELECT 1")).rejects.toThrow("not queryable");
});

test("a connection that is lost after its listeners were removed does not end the process", async () => {
  const client = new resilientPool.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
  client.removeAllListeners();
  const lost = new Promise((resolve) => client.once("end", () => resolve("lost")));

  await pool.query("SELECT pg_terminate_backend($1)", [rows[0].pid]);

  expect(await lost).toBe("lost");
});

const aPatientPool = (max: number) =>
  new PatientPool({ ...resilientPool, connectionString: process.env.DATABASE_URL, max });

test("many short statements at once do not open a connection each", async () => {
  const patient = aPatientPool(40);
  await patient.query("SELECT 1");

  await Promise.all(Array.from({ length: 50 }, () => patient.query("SELECT 1")));

  // Two, or a few where the machine is so busy that they wait.
  expect(patient.totalCount).toBeLessThan(40);
  await patient.end();
});

test("work that waits for a connection gets a further one, up to the most of the pool", async () => {
  const patient = aPatientPool(4);

  const held = await Promise.all(Array.from({ length: 4 }, () => patient.connect()));
  const fifth = patient.connect();
  held[0]?.release();
  held[0] = await fifth;

  expect(patient.totalCount).toBe(4);
  for (const client of held) client.release();
  await patient.end();
});

test("work that waits gets a new connection after one was lost", async () => {
  const patient = aPatientPool(3);
  const [lost, ...others] = await Promise.all(Array.from({ length: 3 }, () => patient.connect()));
  const waiting = patient.connect();

  lost?.release(true);

  for (const client of [...others, await waiting]) client.release();
  expect(patient.totalCount).toBe(3);
  await patient.end();
});
