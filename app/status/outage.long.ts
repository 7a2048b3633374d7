import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { addBadge } from "@/lib/status-pages/add-badge";
import { publishPageChange } from "@/lib/status-pages/announce";
import { newBadge } from "@/lib/status-pages/badge-input";
import { build } from "@/scripts/build";
import { eventually } from "@/testing/eventually";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";
import { openFlakyConnection } from "@/testing/flaky-connection";
import { startWebServer } from "@/testing/server-process";
import { aPage } from "@/testing/status-page";

const DATA = mkdtempSync(path.join(tmpdir(), "tattle-status-outage-"));
afterAll(() => rm(DATA, { recursive: true, force: true }));

/** Four times as long as what a page shows is fresh: it then knows nothing new at any time. */
const OUTAGE_MS = 60_000;
const EVERY_MS = 500;

test("while Postgres is unavailable, a page, its JSON, its feed and badges respond from memory, and afterwards they are fresh", async () => {
  const pages = await build();
  const { id: caseId } = await aCase();
  const snitch = await aSnitch({ caseId, status: "healthy", deadline: new Date("2100-01-01") });
  const { id, slug } = await aPage(caseId, {
    title: "Before",
    components: [{ name: "Backup", snitchId: snitch.id }],
  });
  const connection = await openFlakyConnection(process.env.DATABASE_URL ?? "");
  const server = await startWebServer({ databaseUrl: connection.url, dataDir: DATA, pages });
  const ask = async (path: string) => {
    const response = await fetch(`${server.url}${path}`);
    return { status: response.status, text: await response.text() };
  };
  const read = (suffix: string) => ask(`/status/${slug}${suffix}`);
  const badges = await Promise.all(
    [`page:${slug}`, `snitch:${snitch.token}`].map((subject) =>
      addBadge(caseId, newBadge.parse({ subject, label: "Backup" }), ACTOR),
    ),
  );
  for (const id of badges) expect((await ask(`/badge/${id}.svg`)).status).toBe(200);
  const paths = ["", ".json", "/feed.atom", "/api/v2/summary.json"];
  for (const suffix of paths) expect((await read(suffix)).status, suffix).toBe(200);

  // A Postgres that is stopped refuses; one whose machine is gone says nothing.
  for (const behaviour of ["cut", "silent"] as const) {
    connection.become(behaviour);
    const before = Date.now();
    for (let requests = 0; Date.now() - before < OUTAGE_MS; requests++) {
      for (const suffix of paths) {
        const { status, text } = await read(suffix);
        expect([behaviour, suffix, status]).toEqual([behaviour, suffix, 200]);
        expect(text).toContain("Before");
      }
      for (const id of badges) {
        const { status, text } = await ask(`/badge/${id}.svg`);
        expect([behaviour, status]).toEqual([behaviour, 200]);
        expect(text).toContain("Backup");
      }
      const { as_of } = JSON.parse((await read(".json")).text) as { as_of: string };
      // It says how old it is.
      if (requests > 20) expect(Date.parse(as_of)).toBeLessThan(Date.now() - EVERY_MS);
      expect((await fetch(`${server.url}/status/there-is-none`)).status).toBe(404);
      await sleep(EVERY_MS);
    }
    connection.become("cut");
    connection.become("sound");
    const backAt = Date.now();
    await eventually(async () => {
      const { as_of } = JSON.parse((await read(".json")).text) as { as_of: string };
      expect(Date.parse(as_of)).toBeGreaterThan(backAt);
    });
  }
  await db.share.update({ where: { id }, data: { name: "After" } });
  publishPageChange(caseId);
  for (const suffix of paths)
    await eventually(async () => expect((await read(suffix)).text).toContain("After"));
  await server.signal("SIGTERM");
}, 900_000);
