import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { endTurn, giveWay, TURN_MS, takeTurnOfAccount } from "@/lib/http/request-turn";
import { HOUR_MS } from "@/lib/rules/durations";
import { aConfiguredServer } from "@/testing/configured-server";
import { eventually } from "@/testing/eventually";

/** What has reached Next.js and has no response yet, by its path. */
const handled = new Map<string, ServerResponse>();
const received: string[] = [];

const receivedOf = (start: string) => received.filter((path) => path.startsWith(start));

async function handle({ url = "" }: IncomingMessage, response: ServerResponse) {
  received.push(url);
  const [, account] = /account=(\w+)/.exec(url) ?? [];
  if (account) await takeTurnOfAccount(account);
  if (url.startsWith("/live")) endTurn();
  if (url.startsWith("/list")) {
    // As after two seconds.
    endTurn();
    await eventually(() => expect(receivedOf("/list/")).toHaveLength(20));
    await giveWay();
  }
  if (response.destroyed) return;
  handled.set(url, response);
  response.once("close", () => handled.delete(url));
}

const server = aConfiguredServer(handle);
const { setTimeout: startTimer } = globalThis;
beforeAll(() => {
  // On a busy machine, turns would end before all requests have arrived.
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((work: () => void, ms: number) =>
    startTimer(work, ms === TURN_MS ? HOUR_MS : ms)) as typeof setTimeout);
});
afterAll(() => {
  vi.restoreAllMocks();
});

const open: ReturnType<typeof connect>[] = [];

function get(path: string, network: string, cookie = "") {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk) => (text += chunk));
  socket.on("error", () => {});
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\nX-Forwarded-For: ${network}\r\nCookie: ${cookie}\r\n\r\n`,
  );
  open.push(socket);
  return { socket, read: () => text };
}

const paths = (start: string) => [...handled.keys()].filter((path) => path.startsWith(start));

const countConnections = promisify<number>((callback) => server.getConnections(callback));

/** Ends what is open, until nothing is left. */
async function endAll() {
  for (const socket of open.splice(0)) socket.destroy();
  await eventually(async () => expect([handled.size, await countConnections()]).toEqual([0, 0]));
}

test("a stranger with many connections has two requests in progress; others, and check-ins, do not wait", async () => {
  for (let n = 0; n < 40; n += 1) get(`/status/${n}`, `2001:db8:0:1::${n.toString(16)}`);
  await eventually(() => expect(paths("/status/")).toHaveLength(2));

  for (const [path, network, cookie] of [
    ["/of-a-neighbour", "2001:db8:0:1::ffff", "session=neighbour"],
    ["/of-another", "2001:db8:0:2::1", ""],
    ["/c/0123456789abcdef", "2001:db8:0:1::1", ""],
    ["/healthz", "2001:db8:0:1::1", ""],
  ] as const) {
    get(path, network, cookie);
    await eventually(() => expect(handled.has(path)).toBe(true));
  }
  expect(paths("/status/")).toHaveLength(2);
  await endAll();
});

test("a network that invents cookies has four requests in progress, and the 251st that waits is refused", async () => {
  const sent = Array.from({ length: 255 }, (_, n) => get(`/page/${n}`, "192.0.2.1", `session=${n}`));
  const refused = () => sent.filter(({ read }) => read().startsWith("HTTP/1.1 503 ")).length;
  await eventually(() => expect([paths("/page/").length, refused()]).toEqual([4, 1]));

  for (const response of handled.values()) response.end("done");
  await eventually(() => expect(paths("/page/")).toHaveLength(4));
  await endAll();
});

test("an account that comes from many networks has two requests in progress", async () => {
  for (let n = 0; n < 20; n += 1) get(`/page/${n}?account=mallory`, `192.0.2.${n}`);
  get("/page/ada?account=ada", "192.0.2.100");
  await eventually(() => expect(received).toContain("/page/19?account=mallory"));
  await eventually(() => expect(handled.has("/page/ada?account=ada")).toBe(true));
  expect(paths("/page/").filter((path) => path.endsWith("mallory"))).toHaveLength(2);
  await endAll();
});

test("a request that outlasts its turn waits for another one before it goes on with what takes time", async () => {
  for (let n = 0; n < 20; n += 1) get(`/list/${n}`, "192.0.2.6");
  await eventually(() => expect(paths("/list/")).toHaveLength(2));
  expect(receivedOf("/list/")).toHaveLength(20);
  await endAll();
});

test("a request whose client has gone never reaches Next.js, and a stream of events leaves its turn to others", async () => {
  for (const n of [0, 1]) get(`/live/${n}`, "192.0.2.5");
  await eventually(() => expect(paths("/live/")).toHaveLength(2));
  for (const n of [0, 1]) get(`/slow/${n}`, "192.0.2.5");
  await eventually(() => expect(paths("/slow/")).toHaveLength(2));

  const { socket } = get("/gone", "192.0.2.5");
  get("/last", "192.0.2.5");
  await eventually(async () => expect(await countConnections()).toBe(6));
  socket.destroy();
  await eventually(async () => expect(await countConnections()).toBe(5));
  for (const path of paths("/slow/")) handled.get(path)?.end();
  await eventually(() => expect(handled.has("/last")).toBe(true));
  expect(received).not.toContain("/gone");
  await endAll();
});
