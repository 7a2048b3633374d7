import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, inject } from "vitest";
import { env } from "@/lib/platform/env";
import { runApiServer } from "@/testing/api-server";
import { runCheckInServer } from "@/testing/check-in-server";
import { aClient, type Client, readResponse } from "@/testing/requests";
import { findMissing, Sandbox } from "./sandbox";

/** A test with real crons takes minutes on a busy machine. */
export const CRON_TIMEOUT_MS = 900_000;

export const missing = findMissing();

/** A crontab may name only shells that no one but root can change, nor the folders above them. */
const OF_ROOT = "/opt";

export type ReportedSnitch = {
  token: string;
  name: string;
  slug: string;
  schedule: string;
  status: string;
  running: number;
  last_run: { exit_status: string | null } | null;
};

/**
 * A folder that every user can read, with the compiled `tattle` in it; servers; and for each test a sandbox and a case. Call it at the top
 * of a file.
 */
export function runTestMachine() {
  const apiUrl = runApiServer();
  const checkInUrl = runCheckInServer();
  const folder = mkdtempSync(path.join(missing ? tmpdir() : OF_ROOT, "tattle-crons-"));
  const at = (...names: string[]) => path.join(folder, ...names);
  let client: Client;
  let sandbox: Sandbox;

  beforeAll(() => {
    chmodSync(folder, 0o755);
    cpSync(path.resolve(inject("compiled"), "cli/tattle.mjs"), at("tattle.mjs"));
  });
  beforeEach(async () => {
    Object.assign(env, { CHECK_IN_URL: checkInUrl() });
    client = await aClient({ plan: "unlimited" });
    sandbox = new Sandbox(mkdtempSync(at("sandbox-")));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }), CRON_TIMEOUT_MS);

  return {
    folder,
    at,
    /** The command that starts `tattle`, for a shell. */
    tattle: `"${process.execPath}" ${at("tattle.mjs")}`,
    /** Runs a script of bash in the sandbox of the test. */
    run: (script: string, variables: Record<string, string> = {}) => sandbox.run(script, variables),
    settings: () => ({ TATTLE_URL: apiUrl(), TATTLE_KEY: client.key }),
    listSnitches: async () =>
      (await readResponse(client.get("/v1/snitches"))).body as unknown as ReportedSnitch[],
  };
}
