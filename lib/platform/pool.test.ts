import { expect, test } from "vitest";
import { openFlakyConnection } from "@/lib/testing/flaky-connection";
import { pool } from "./db";
import { resilientPool } from "./pool";

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
