import { rmSync } from "node:fs";
import { createServer } from "node:http";
import getPort from "get-port";
import { expect, onTestFinished, test } from "vitest";
import { aStateFolder, runCommand } from "@/testing/tattle";
import { readMoment } from "../moment";
import type { SnitchReference } from "../server";
import { deliver } from "./deliver";

/** A server whose snitch has the URL that `current` ends with, and that keeps what it was asked. */
async function aServer() {
  const state = { current: "one", requests: [] as string[] };
  const url = `http://127.0.0.1:${await getPort()}`;
  const server = createServer((request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    state.requests.push(`${request.method} ${path}`);
    if (request.method === "PUT") {
      response.end(JSON.stringify({ token: "t", check_in_url: `${url}/${state.current}` }));
      return;
    }
    response.setHeader("X-RateLimit-Limit", "10");
    response.writeHead(path.startsWith(`/${state.current}/`) ? 202 : 404).end("No snitch has this token.\n");
  });
  await new Promise<void>((resolve) => server.listen(Number(new URL(url).port), "127.0.0.1", resolve));
  const folder = aStateFolder();
  const before = process.env.TATTLE_STATE_DIR;
  process.env.TATTLE_STATE_DIR = folder;
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
    if (before === undefined) delete process.env.TATTLE_STATE_DIR;
    else process.env.TATTLE_STATE_DIR = before;
  });
  const send = (snitch: SnitchReference) =>
    deliver(
      { server: null, snitch, signal: "0", parameters: {}, at: readMoment() },
      Buffer.alloc(0),
      { url, key: "key" },
      { timeoutMs: 5_000 },
    );
  return { url, state, send };
}

const ASK = "PUT /v1/snitches/slugs/job";

test("a URL that was learnt by a slug is asked for again when it was replaced, and the report arrives", async () => {
  const { state, send } = await aServer();
  const reference = { kind: "slug", slug: "job" } as const;
  const outcomes = [await send(reference)];
  state.current = "two";
  outcomes.push(await send(reference), await send(reference));

  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["delivered", "delivered", "delivered"]);
  expect(state.requests).toEqual([ASK, "POST /one/0", "POST /one/0", ASK, "POST /two/0", "POST /two/0"]);
});

test("one that discover learnt is, too; one that a person gave is not", async () => {
  const { url, state, send } = await aServer();
  state.current = "two";
  const reference = { kind: "url", checkInUrl: `${url}/one` } as const;
  const outcomes = [await send(reference)];
  for (let i = 0; i < 2; i++) outcomes.push(await send({ ...reference, learnt: { slug: "job" } }));

  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["refused", "delivered", "delivered"]);
  expect(state.requests).toEqual(["POST /one/0", "POST /one/0", ASK, "POST /two/0", "POST /two/0"]);
});

test("if the new URL is unknown, too, the report is refused, and the server was asked once", async () => {
  const { state, send } = await aServer();
  await send({ kind: "slug", slug: "job" });
  state.requests.length = 0;
  state.current = "gone?";

  expect(await send({ kind: "slug", slug: "job" })).toMatchObject({ outcome: "refused" });
  expect(state.requests).toEqual(["POST /one/0", ASK, "POST /gone"]);
});

test("tattle-run.sh asks again, too", async () => {
  const { url, state } = await aServer();
  const env = { TATTLE_STATE_DIR: process.env.TATTLE_STATE_DIR ?? "", TATTLE_URL: url, TATTLE_KEY: "key" };
  const run = () => runCommand(["sh", "cli/tattle-run.sh", "--slug", "job", "--", "true"], { env });
  await run();
  state.current = "two";
  const before = state.requests.length;
  const { stderr } = await run();

  expect(stderr).toBe("");
  expect(state.requests.slice(before)).toContain(ASK);
  expect(state.requests.slice(before)).toContain("POST /two/0");
});
