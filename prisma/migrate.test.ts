import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { buildDatabaseUrl, createDatabase, dropDatabase, withClient } from "@/lib/platform/postgres-server";
import { eventually } from "@/testing/eventually";
import { differences, listMigrations, migrate } from "./migrate";

const serverUrl = inject("serverUrl");
const names = ["schema", "twice", "race", "failed", "recipients", "incidents", "deadlock"].map(
  (name) => `${inject("databasePrefix")}_migrate_${name}`,
);
const [schema = "", twice = "", race = "", failed = "", recipients = "", incidents = "", deadlock = ""] =
  names.map((name) => buildDatabaseUrl(serverUrl, name));

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

test("a migration that a version at work deadlocks with is applied all the same", async () => {
  const newest = "20261125095700_late_reports";
  const all = await listMigrations();
  await migrate(
    deadlock,
    all.filter((name) => name < newest),
  );
  await withClient(deadlock, async (client) => {
    // As a check-in does; the migration changes both tables in the other order.
    await client.query("BEGIN");
    await client.query("LOCK TABLE snitches IN ROW SHARE MODE");
    const migrating = migrate(deadlock, [newest]);
    await eventually(async () =>
      expect(
        await withClient(deadlock, async (other) => {
          const { rows } = await other.query(
            "SELECT FROM pg_locks WHERE NOT granted AND relation = 'snitches'::regclass",
          );
          return rows.length;
        }),
      ).toBe(1),
    );
    await client.query("LOCK TABLE check_ins IN ROW EXCLUSIVE MODE");
    await client.query("COMMIT");
    expect(await migrating).toEqual([newest]);
  });
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

const BEFORE_INCIDENTS = [
  "20261121180000_init",
  "20261121183000_listeners",
  "20261121190000_deliveries_of_a_webhook",
  "20261121193000_accounts",
  "20261121200000_recipients",
  "20261121220000_captured_mail",
  "20261122010000_changes_of_a_snitch",
  "20261122011000_saved_views",
  "20261122012000_preferences",
  "20261122020000_schedules",
  "20261122080000_runs",
  "20261122083000_removed_objects",
];

test("incidents of the past are derived from alerts, and what is wrong now is an open one with a notification", async () => {
  await migrate(incidents, BEFORE_INCIDENTS);
  await withClient(incidents, (client) =>
    client.query(`
      INSERT INTO cases (id, name) VALUES ('01a1fb83-af36-7345-9db8-85689f84cc20', 'Acme');
      INSERT INTO snitches (id, token, name, interval, status, deadline, missing_since, case_id)
      VALUES ('01a1fb83-af36-7345-9db8-85689f84cc21', 'one', 'Backup', 'daily', 'failed', '2026-03-14', '2026-03-12',
        '01a1fb83-af36-7345-9db8-85689f84cc20');
      INSERT INTO alerts (id, kind, "from", "to", at, silent_since, case_id, snitch_id)
      SELECT new_id(), kind::alert_kind, before::status, after::status, at::timestamptz, since::timestamptz,
        '01a1fb83-af36-7345-9db8-85689f84cc20', '01a1fb83-af36-7345-9db8-85689f84cc21'
      FROM (VALUES ('reporting', 'pending', 'healthy', '2026-03-01', NULL),
        ('errored', 'healthy', 'errored', '2026-03-05', NULL), ('reporting', 'errored', 'healthy', '2026-03-06', '2026-03-05'),
        ('missing', 'healthy', 'failed', '2026-03-12', NULL), ('missing', 'failed', 'failed', '2026-03-13', '2026-03-12'))
        AS given (kind, before, after, at, since)`),
  );

  await migrate(incidents);

  const rows = await withClient(
    incidents,
    async (client) =>
      (
        await client.query(`
          SELECT cause::text, closed_by::text, opened_at::date::text AS opened, closed_at::date::text AS closed,
            told_at = opened_at AS notified, next_at,
            (SELECT count(*)::int FROM alerts a WHERE a.incident_id = i.id AND a.is_told) AS alerts
          FROM incidents i ORDER BY id`)
      ).rows,
  );
  const common = { notified: true, next_at: null, alerts: 2 };
  expect(rows).toEqual([
    { cause: "error", closed_by: "reported", opened: "2026-03-05", closed: "2026-03-06", ...common },
    { cause: "missed", closed_by: null, opened: "2026-03-12", closed: null, ...common },
  ]);
});
