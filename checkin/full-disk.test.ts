import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { eventually } from "@/testing/eventually";
import { aCase, aSnitch } from "@/testing/factories";
import { openFlakyConnection } from "@/testing/flaky-connection";
import { type ServerProcess, startCheckInServer } from "@/testing/server-process";

const DATA = path.resolve(".data", "test", `full-disk-${process.pid}`);
const connection = await openFlakyConnection(process.env.DATABASE_URL ?? "");
const servers: ServerProcess[] = [];

async function startServer(dataDir: string, maxFileBlocks?: number): Promise<ServerProcess> {
  const server = await startCheckInServer({ databaseUrl: connection.url, dataDir, maxFileBlocks });
  servers.push(server);
  return server;
}
afterEach(() => connection.become("sound"));
afterAll(async () => {
  await Promise.all(servers.map((server) => server.signal("SIGKILL")));
  await rm(DATA, { recursive: true, force: true });
});

/** Checks in with a message, like `curl -d m=… URL`. */
async function checkInWith(server: ServerProcess, token: string, message: string) {
  const { status, headers } = await fetch(`${server.url}/${token}`, {
    method: "POST",
    body: new URLSearchParams({ m: message }),
  });
  return { status, retryAfter: headers.get("retry-after") };
}

test("on a full disk, check-ins are refused with a 503 and logged, and accepted ones are kept", async () => {
  const { id: caseId } = await aCase();
  const snitches = await Promise.all(Array.from({ length: 10 }, () => aSnitch({ caseId })));
  // A limit on the size of files has the same effect as a full disk, and also applies to root.
  const server = await startServer(path.join(DATA, "full"), 128);
  connection.become("cut");

  const responses = [];
  for (const { token } of snitches) responses.push(await checkInWith(server, token, "x".repeat(10_000)));
  const small = await checkInWith(server, snitches[9]?.token ?? "", "small");
  connection.become("sound");
  await eventually(async () => expect(await readdir(path.join(DATA, "full", "journal"))).toEqual([]));
  await eventually(async () => expect(await db.journal.count()).toBe(0));

  const statuses = responses.map(({ status }) => status);
  expect(statuses).toEqual([...Array(6).fill(202), ...Array(4).fill(503)]);
  expect(responses.at(-1)).toEqual({ status: 503, retryAfter: "5" });
  // Four batches failed, and one line says so.
  expect(server.logged.match(/EFBIG.*the journal cannot be written/g)).toHaveLength(1);
  // The refused check-ins left enough room for a small one.
  expect(small.status).toBe(202);
  const recorded = await Promise.all(snitches.map(({ id }) => db.checkIn.count({ where: { snitchId: id } })));
  expect(recorded).toEqual([...Array(6).fill(1), 0, 0, 0, 1]);
});

test("on a full disk, the server is ready while the database is available, and not without it", async () => {
  // A limit of zero blocks has the effect of a disk without a free block.
  const server = await startServer(path.join(DATA, "no-block"), 0);
  const ready = async () => {
    const response = await fetch(`${server.url}/readyz`);
    return { status: response.status, ...(await response.json()) };
  };

  expect(await ready()).toMatchObject({
    status: 200,
    ready: true,
    needs: { database: "ok", journal: "unavailable" },
  });
  connection.become("cut");
  expect(await ready()).toMatchObject({
    status: 503,
    ready: false,
    needs: { database: "unavailable", journal: "unavailable" },
  });

  const { token } = await aSnitch();
  expect((await checkInWith(server, token, "refused")).status).toBe(503);
  expect((await readdir(path.join(DATA, "no-block", "journal"))).join()).not.toContain("write-check");
});

test("with an unwritable folder, a check-in is refused with a 503 and logged, until the database is back", async () => {
  const snitch = await aSnitch();
  await mkdir(path.join(DATA, "unwritable"), { recursive: true });
  // A file in place of the folder, because root ignores the folder's mode.
  await writeFile(path.join(DATA, "unwritable", "journal"), "a file in place of the folder");
  const server = await startServer(path.join(DATA, "unwritable"));
  connection.become("cut");

  const refused = await fetch(`${server.url}/${snitch.token}`);
  connection.become("sound");
  await eventually(async () =>
    expect((await checkInWith(server, snitch.token, "accepted")).status).toBe(202),
  );

  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(server.logged).toMatch(/(EEXIST|ENOTDIR).*the journal cannot be written/);
  expect(server.logged).toContain(`"requestIds":["${refused.headers.get("x-request-id")}"]`);
  const rows = await db.checkIn.findMany({ where: { snitchId: snitch.id, accepted: true } });
  expect(rows.map(({ message }) => message)).toEqual(["accepted"]);
});

test("while Postgres responds and cannot write, nor the journal, the server and its log say so, each time that the disk is full", async () => {
  const snitch = await aSnitch();
  const server = await startServer(path.join(DATA, "no-room"), 0);
  const readyStatus = async () => (await fetch(`${server.url}/readyz`)).status;
  await db.$executeRawUnsafe(`CREATE FUNCTION refuse_to_grow() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$`);
  for (const round of [1, 2]) {
    await db.$executeRawUnsafe(
      "CREATE TRIGGER full_disk BEFORE INSERT ON check_ins FOR EACH ROW EXECUTE FUNCTION refuse_to_grow()",
    );
    const statuses = [];
    for (let i = 0; i < 20; i += 1) statuses.push((await checkInWith(server, snitch.token, "x")).status);
    expect(statuses).toEqual(Array(20).fill(503));
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, (await ready.json()).needs]).toEqual([
      503,
      { database: "ok", journal: "unavailable", room: "unavailable" },
    ]);

    await db.$executeRawUnsafe("DROP TRIGGER full_disk ON check_ins");
    await eventually(async () => expect((await checkInWith(server, snitch.token, "y")).status).toBe(202));
    await eventually(async () => expect(await readyStatus()).toBe(200));
    const said = server.logged.split("\n").filter((line) => line.includes("journal"));
    // A second outage within the minute is counted in the line of its end.
    expect(said.length).toBeLessThan(6 * round);
    expect(server.logged).toContain("check-ins were lost: the journal cannot be written");
    expect(server.logged).not.toContain("kept in the journal");
  }
  await db.$executeRawUnsafe("DROP FUNCTION refuse_to_grow");
});
