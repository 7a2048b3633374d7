import { spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { aRespondingServer } from "@/testing/responding-server";
import {
  aStateFolder,
  listWaiting,
  RUN_PROGRAMS,
  runCommand,
  startCommand,
  untilEnded,
} from "@/testing/tattle";

/** More than the pipe of a caller who does not read takes, and no more than that and the pipe of the job together. */
const STUCK_BYTES = 100_000;

describe.each(RUN_PROGRAMS.filter(({ isMissing }) => !isMissing))("$name", ({ command, flush }) => {
  test("the end of a job is reported although the program that ran it is killed before it has passed on the output", async () => {
    const server = await aRespondingServer();
    onTestFinished(() => void server.close());
    const state = aStateFolder();
    onTestFinished(() => rmSync(state, { recursive: true, force: true }));
    const env = { TATTLE_STATE_DIR: state };
    const pipe = path.join(state, "nobody-reads");
    spawnSync("mkfifo", [pipe]);
    const stdout = openSync(pipe, "r+");
    onTestFinished(() => closeSync(stdout));
    const job = ["sh", "-c", `head -c ${STUCK_BYTES} /dev/zero; exit 3`];
    const child = startCommand([...command, "--snitch", `${server.url}/job`, "--", ...job], {
      env,
      stdio: ["ignore", stdout, "ignore"],
    });
    await expect
      .poll(() => listWaiting(state).some((file) => /-3\b/.test(file)), { timeout: 20_000 })
      .toBe(true);
    child.kill("SIGKILL");
    await untilEnded(child);
    server.requests.length = 0;

    await runCommand(flush, { env });

    expect(server.requests.filter((each) => /^POST \/job\/3\?\S*\bd=/.test(each))).toHaveLength(1);
    expect(listWaiting(state)).toEqual([]);
  });
});
