import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { aRespondingServer, type RespondingServer } from "@/testing/responding-server";
import { aStateFolder, listWaiting, RUN_PROGRAMS, runCommand } from "@/testing/tattle";

let server: RespondingServer;
let other: RespondingServer;
beforeAll(async () => {
  [server, other] = [await aRespondingServer(), await aRespondingServer()];
});
afterAll(() => {
  server.close();
  other.close();
});

const shells = RUN_PROGRAMS.filter(({ name, isMissing }) => name !== "tattle run" && !isMissing);

describe.each(shells)("$name", ({ command, flush }) => {
  function aMachine() {
    const state = aStateFolder();
    onTestFinished(() => rmSync(state, { recursive: true, force: true }));
    server.setAway(false);
    other.setAway(false);
    const env = { TATTLE_STATE_DIR: state, TATTLE_URL: server.url, TATTLE_KEY: "key" };
    const run = (...options: string[]) => runCommand([...command, ...options, "--", "true"], { env });
    return { state, env, run };
  }
  const reported = ({ requests }: RespondingServer) => requests.filter((each) => each.startsWith("POST"));

  test("what is left of a report that was cut off holds up no other one", async () => {
    const { state, env, run } = aMachine();
    server.setAway(true);
    await run("--snitch", `${server.url}/token`);
    const [first = ""] = listWaiting(state);
    const [line = ""] = readFileSync(first, "latin1").split(" end");
    for (const cut of ["", line]) writeFileSync(path.join(path.dirname(first), `1-1-1-${cut.length}-0`), cut);
    server.setAway(false);

    await runCommand(flush, { env });

    expect(reported(server)).toHaveLength(2);
  });

  test("a report that waits is delivered with the address and the schedule of its own job, and a key only to its own server", async () => {
    const { env, run } = aMachine();
    server.setAway(true);
    other.setAway(true);
    await run("--slug", "One job", "--schedule", "0 3 * * *");
    await run("--url", other.url, "--slug", "other", "--grace", "2m");
    server.setAway(false);
    other.setAway(false);

    await run("--slug", "third", "--schedule", "@hourly");
    await runCommand(flush, { env });

    const asked = (from: RespondingServer) => [
      ...new Set(from.requests.filter((each) => each.startsWith("PUT"))),
    ];
    const basic = (key: string) => `Basic ${Buffer.from(`${key}:`).toString("base64")}`;
    expect(asked(server).sort()).toEqual([
      `PUT /v1/snitches/slugs/one-job\n${basic("key")}\n{"name":"One job","schedule":"0 3 * * *"}`,
      `PUT /v1/snitches/slugs/third\n${basic("key")}\n{"name":"third","schedule":"@hourly"}`,
    ]);
    expect(asked(other)).toEqual([
      `PUT /v1/snitches/slugs/other\n${basic("")}\n{"name":"other","grace":120}`,
    ]);
    expect([reported(server).length, reported(other).length]).toEqual([4, 2]);
  });

  test("a report that 0.2.0 has left is delivered", async () => {
    const { state, env, run } = aMachine();
    server.setAway(true);
    await run("--snitch", "token");
    const [first = "", ...rest] = listWaiting(state);
    for (const file of rest) rmSync(file);
    const [, facts] = /^\S+ (.+ end)\n/.exec(readFileSync(first, "latin1")) ?? [];
    writeFileSync(first, `@token/0 ${facts}\n`);
    writeFileSync(first.replace(/\w+$/, "1"), `@:a-slug/1 ${facts}\n`);
    server.setAway(false);

    await runCommand(flush, { env });

    expect(listWaiting(state)).toEqual([]);
    expect(server.requests.map((each) => each.split(/[?\n]/, 1)[0]).sort()).toEqual([
      "GET /.well-known/tattle",
      "POST /1",
      "POST /token/0",
      "PUT /v1/snitches/slugs/a-slug",
    ]);
  });
});
