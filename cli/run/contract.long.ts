import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { listStoredCheckIns, listStoredRuns, openCheckInHttp } from "@/testing/check-in-http";
import { aSnitch } from "@/testing/factories";
import { type ServerProcess, startCheckInServer } from "@/testing/server-process";
import { aStateFolder, RUN_PROGRAMS, runCommand, startCommand, untilEnded } from "@/testing/tattle";

let http: Awaited<ReturnType<typeof openCheckInHttp>>;
beforeAll(async () => {
  http = await openCheckInHttp();
});
afterAll(() => http.close());

const JOBS = 200;
const RUNS = 60;
const GIGABYTE = 1_000_000_000;
const MAX_KILOBYTES = 70_000;

/** A report younger than a second carries no age, so that it counts for when it came. */
const ON_ITS_WAY_MS = 2_000;

const aFolder = () => {
  const folder = aStateFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const anEnvironment = () => ({ TATTLE_STATE_DIR: aFolder() });

/** A job with random output, status or signal, that reads its input. */
function aRandomJob(i: number): { job: string[]; input: string } {
  const end =
    i % 5 === 0
      ? `kill -${["TERM", "INT", "KILL", "USR1", "HUP"][randomInt(5)]} $$`
      : `exit ${randomInt(256)}`;
  const script = `head -c ${randomInt(200_000)} /dev/urandom | od -An -c >/dev/null
    printf '%s|' "$@" "$ODD"; cat; seq ${randomInt(20_000)}; seq ${randomInt(3_000)} >&2; ${end}`;
  return {
    job: ["sh", "-c", script, "sh", `a${i}`, "", " b ", "*"],
    input: `input ${i}\n`.repeat(randomInt(2_000)),
  };
}

describe.each(RUN_PROGRAMS.filter(({ isMissing }) => !isMissing))("$name", ({ name, command, flush }) => {
  test(`${JOBS} random jobs look the same to their callers`, { timeout: 600_000 }, async () => {
    const snitch = await aSnitch({ interval: "daily" });
    const env = { ...anEnvironment(), ODD: "ä 'x'" };

    for (let i = 0; i < JOBS; i++) {
      const { job, input } = aRandomJob(i);
      const run = [...command, "--snitch", `${http.url}/${snitch.token}`, "--", ...job];
      const [bare, wrapped] = await Promise.all([
        runCommand(["sh", "-c", '"$@"; exit $?', "sh", ...job], { env, input }),
        runCommand(run, { env, input }),
      ]);
      expect(wrapped.stdout.equals(bare.stdout), job.join(" ")).toBe(true);
      expect(wrapped.status).toBe(bare.status);
      expect(wrapped.signal).toBeNull();
      // The server takes few reports of one snitch in a minute; those that wait are said.
      expect(wrapped.stderr.replace(/tattle(-run)?: could not report.*\n$/, "")).toBe(
        bare.stderr.replace(/^(Terminated|Killed|Hangup|User defined signal 1)\n$/m, ""),
      );
    }
  });

  test("a gigabyte of output needs no more memory than a line", { timeout: 300_000 }, async () => {
    const run = [
      ...command,
      "--snitch",
      `${http.url}/none`,
      "--",
      "head",
      "-c",
      String(GIGABYTE),
      "/dev/zero",
    ];
    const child = startCommand(["sh", "-c", '"$@" 2>/dev/null | wc -c', "sh", ...run], {
      env: anEnvironment(),
    });
    let peak = 0;
    const exit = untilEnded(child);
    let isOver = false;
    void exit.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      peak = Math.max(peak, peakOfChildren(child.pid ?? 0, name));
      await sleep(50);
    }

    expect((await exit).stdout.toString().trim()).toBe(String(GIGABYTE));
    expect(peak).toBeLessThan(MAX_KILOBYTES);
  });

  test("the network is cut at random, wrappers, flushes and the server are killed: each run is recorded once, at its time", {
    timeout: 600_000,
  }, async () => {
    const dataDir = aFolder();
    const server = await startCheckInServer({ databaseUrl: process.env.DATABASE_URL ?? "", dataDir });
    onTestFinished(() => server.signal("SIGTERM"));
    const network = await aNetwork(server.url);
    onTestFinished(() => void network.close());
    const env = anEnvironment();
    const snitches = await Promise.all(Array.from({ length: RUNS }, () => aSnitch({ interval: "daily" })));
    const disturbing = new AbortController();
    const disturbances = [network.cutAtRandom(disturbing.signal), killAtRandom(server, disturbing.signal)];

    const ran: Ran[] = [];
    for (const [i, { id, token }] of snitches.entries()) {
      const isKilled = i % 7 === 6;
      const from = Date.now();
      const child = startCommand(
        [...command, "--snitch", `${network.url}/${token}`, "--", "sh", "-c", "sleep 0.1; exit 3"],
        { env },
      );
      const exit = untilEnded(child);
      // After the job has ended, or while it runs.
      if (isKilled) setTimeout(() => child.kill("SIGKILL"), 200 + randomInt(600));
      const flushing = i % 5 === 4 ? startCommand(flush, { env }) : null;
      if (flushing) setTimeout(() => flushing.kill("SIGKILL"), randomInt(400));
      await exit;
      ran.push({ id, isKilled, from, to: Date.now() });
    }
    disturbing.abort();
    await Promise.all(disturbances);
    for (let i = 0; i < 3; i++) await runCommand(flush, { env });

    const wrong = await Promise.all(ran.map(findWhatIsWrong));
    expect(wrong.flat()).toEqual([]);
  });
});

type Ran = { id: string; isKilled: boolean; from: number; to: number };

/** What is recorded for a run, if it isn't exactly one run at its time. If its wrapper was killed, part or all of it may be missing. */
async function findWhatIsWrong({ id, isKilled, from, to }: Ran) {
  const [runs, checkIns] = await Promise.all([listStoredRuns(id), listStoredCheckIns(id)]);
  const isAtItsTime = ({ startedAt, endedAt }: { startedAt: Date | null; endedAt: Date | null }) =>
    [startedAt, endedAt].every(
      (at) => !at || (at.getTime() > from - ON_ITS_WAY_MS && at.getTime() < to + ON_ITS_WAY_MS),
    );
  const isComplete = runs[0]?.startedAt && runs[0].exitStatus === "3" && checkIns.length === 2;
  const isRight =
    runs.length <= 1 && runs.every(isAtItsTime) && checkIns.length <= 2 && (isKilled || isComplete);
  return isRight ? [] : [{ runs, checkIns, isKilled, from: new Date(from), to: new Date(to) }];
}

/** Kills the server in the middle of whatever it does, and starts it again. */
async function killAtRandom(server: ServerProcess, signal: AbortSignal) {
  while (!signal.aborted) {
    await sleep(1_000 + randomInt(2_000));
    await server.signal("SIGKILL");
    await sleep(randomInt(500));
    await server.restart();
  }
}

/** A way to a server that lets everything through, or cuts every connection, also after the server has responded. */
async function aNetwork(target: string) {
  let isCut = false;
  const sockets = new Set<Socket>();
  const server: Server = createServer((client) => {
    if (isCut) return client.destroy();
    const upstream = new (client.constructor as typeof Socket)().connect(
      Number(new URL(target).port),
      "127.0.0.1",
    );
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {}).once("close", () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = (value: boolean) => {
    isCut = value;
    if (value) for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
    async cutAtRandom(signal: AbortSignal) {
      while (!signal.aborted) {
        cut(!isCut);
        await sleep(randomInt(500));
      }
      cut(false);
    },
  };
}

/** The peak of the largest process below this one that is ours. */
function peakOfChildren(pid: number, name: string): number {
  const read = (file: string) => {
    try {
      return readFileSync(file, "utf8");
    } catch {
      return "";
    }
  };
  const children = read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  const peaks = children.map((child) => {
    const isOurs = read(`/proc/${child}/cmdline`).includes(
      name.startsWith("tattle-run") ? "tattle-run" : "tattle.mjs",
    );
    const [, peak = "0"] = /VmHWM:\s*(\d+)/.exec(read(`/proc/${child}/status`)) ?? [];
    return Math.max(isOurs ? Number(peak) : 0, peakOfChildren(child, name));
  });
  return Math.max(0, ...peaks);
}
