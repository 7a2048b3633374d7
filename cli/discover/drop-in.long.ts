import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { runApiServer } from "@/testing/api-server";
import { runCheckInServer } from "@/testing/check-in-server";
import { aClient, readResponse } from "@/testing/requests";
import { runCommand, TATTLE } from "@/testing/tattle";
import { dropIn } from "./drop-in";
import { writeJobs } from "./known";

runApiServer();
const checkInUrl = runCheckInServer();
const state = mkdtempSync(path.join(tmpdir(), "tattle-drop-in-"));
afterAll(() => rmSync(state, { recursive: true }));

/** Runs a command of the drop-in as systemd does, which splits it into words. */
async function runLine(setting: "ExecStartPre" | "ExecStopPost", env: Record<string, string>): Promise<void> {
  const text = dropIn({ command: TATTLE, certificates: null }, state);
  const [, command = ""] = new RegExp(`^${setting}=-\\+(.*)$`, "m").exec(text) ?? [];
  const { status, stderr } = await runCommand(["sh", "-c", command.replace("%n", "report.service")], {
    env: { ...env, TATTLE_STATE_DIR: state },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
}

test.each([
  ["success", "exited", "0", { exit_status: "0", outcome: "succeeded" }],
  ["exit-code", "exited", "3", { exit_status: "3", outcome: "failed" }],
  ["signal", "killed", "KILL", { exit_status: "137", outcome: "failed" }],
  ["timeout", "killed", "TERM", { exit_status: "143", outcome: "failed" }],
])(
  "the commands of the drop-in report a service that ends with %s as one run, which systemd names",
  async (SERVICE_RESULT, EXIT_CODE, EXIT_STATUS, expected) => {
    const client = await aClient();
    const { body } = await readResponse(client.post("/v1/snitches", { name: "report", interval: "daily" }));
    const { token } = body as { token: string };
    writeJobs(state, "root", null, {
      settings: null,
      slugSecret: null,
      jobs: [
        {
          host: "x",
          user: "root",
          file: "report.timer",
          command: "report.service",
          schedule: "daily",
          timezone: "UTC",
          grace: null,
          name: "report",
          slug: "report",
          checkInUrl: `${checkInUrl()}/${token}`,
        },
      ],
    });
    const INVOCATION_ID = "0123456789abcdef0123456789abcdef";

    await runLine("ExecStartPre", { INVOCATION_ID });
    const started = await readResponse(client.get(`/v1/snitches/${token}`));
    await runLine("ExecStopPost", { INVOCATION_ID, SERVICE_RESULT, EXIT_CODE, EXIT_STATUS });
    const response = await readResponse(client.get(`/v1/snitches/${token}`));

    expect(started.body).toMatchObject({ running: 1, last_run: { rid: INVOCATION_ID } });
    expect(response.body).toMatchObject({ running: 0, last_run: { rid: INVOCATION_ID, ...expected } });
  },
);
