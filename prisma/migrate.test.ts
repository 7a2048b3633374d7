import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createDatabase, dropDatabase, urlOf, withClient } from "@/lib/platform/postgres-server";
import { differences, migrate } from "./migrate";

const serverUrl = inject("serverUrl");
const names = ["schema", "twice", "race", "failed", "recipients"].map(
  (name) => `${inject("databasePrefix")}_migrate_${name}`,
);
const [schema = "", twice = "", race = "", failed = "", recipients = ""] = names.map((name) =>
  urlOf(serverUrl, name),
);

beforeAll(async () => {
  for (const name of names) await createDatabase(serverUrl, name);
});
afterAll(async () => {
  for (const name of names) await dropDatabase(serverUrl, name);
});

test("the migrations create the database that schema.prisma describes", async () => {
  await migrate(schema);

  expect(await differences(schema)).toBe("");
});

test("a column that exists only in the database is a difference", async () => {
  await withClient(schema, (client) => client.query("ALTER TABLE users ADD COLUMN stray text"));

  expect(await differences(schema)).toContain('DROP COLUMN "stray"');
});

test("all migrations are applied to an empty database, and none is applied twice", async () => {
  expect(await migrate(twice)).not.toEqual([]);
  expect(await migrate(twice)).toEqual([]);
});

test("two concurrent runs apply each migration once", async () => {
  const [one, other] = await Promise.all([migrate(race), migrate(race)]);

  expect([...one, ...other]).toEqual([...new Set([...one, ...other])]);
  expect(await differences(race)).toBe("");
});

test("a database where a migration failed is refused, not taken for one that has them all", async () => {
  await migrate(failed);
  await withClient(failed, (client) => client.query("UPDATE _prisma_migrations SET finished_at = NULL"));

  await expect(migrate(failed)).rejects.toThrow("failed migrations");
});

test("addresses that were in use before recipients had to confirm count as confirmed", async () => {
  await migrate(recipients, ["20261121180000_init"]);
  await withClient(recipients, (client) =>
    client.query(`
      INSERT INTO cases (id, name, alert_email)
      VALUES ('01a1fb83-af36-7345-9db8-85689f84cc20', 'Acme', 'Ops@acme.test');
      INSERT INTO snitches (id, token, name, interval, case_id, alert_email)
      SELECT new_id(), md5(n::text), 'Backup', 'daily', '01a1fb83-af36-7345-9db8-85689f84cc20', addresses::text[]
      FROM (VALUES (1, '{ops@acme.test,Cto@acme.test}'), (2, '{cto@acme.test}'), (3, '{}')) AS given (n, addresses)`),
  );

  await migrate(recipients);

  const { rows } = await withClient(recipients, (client) =>
    client.query("SELECT address, confirmed_at IS NOT NULL AS confirmed FROM recipients ORDER BY address"),
  );
  expect(rows).toEqual([
    { address: "cto@acme.test", confirmed: true },
    { address: "ops@acme.test", confirmed: true },
  ]);
});
