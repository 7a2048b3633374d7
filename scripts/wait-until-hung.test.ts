import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { waitUntilHung } from "./wait-until-hung";

const INTERVAL_MS = 200;
const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

async function aServer(respond: RequestListener): Promise<string> {
  const server = createServer(respond).listen(0, "127.0.0.1");
  await once(server, "listening");
  closings.push(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test("a process that leaves two of three checks without a response is busy, one that leaves three is hung", async () => {
  let checks = 0;
  const url = await aServer((_, response) => {
    checks += 1;
    if (checks <= 12 && checks % 3 === 0) response.writeHead(503).end();
  });

  await waitUntilHung(url, INTERVAL_MS, new AbortController().signal);

  expect(checks).toBe(15);
});

test("a process that responds is watched until the signal", async () => {
  const stop = new AbortController();
  let checks = 0;
  const url = await aServer((_, response) => {
    checks += 1;
    response.end();
    if (checks === 10) stop.abort();
  });

  await waitUntilHung(url, INTERVAL_MS, stop.signal);

  expect(checks).toBe(10);
});

test("a process that does not listen is hung, but not before three intervals", async () => {
  const startedAt = performance.now();

  await waitUntilHung("http://127.0.0.1:9/", INTERVAL_MS, new AbortController().signal);

  expect(performance.now() - startedAt).toBeGreaterThan(3 * INTERVAL_MS - 5);
});
