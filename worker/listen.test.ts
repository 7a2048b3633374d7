import { createServer } from "node:http";
import { networkInterfaces } from "node:os";
import getPort from "get-port";
import { afterEach, expect, test } from "vitest";
import { listen } from "./listen";

const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

async function listenOn(host?: string) {
  const port = await getPort();
  closings.push(await listen(() => createServer((_, response) => response.end("ok")), port, host));
  return (address: string) =>
    fetch(`http://${address}:${port}/`)
      .then(({ ok }) => ok)
      .catch(() => false);
}

const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
const hasIPv6 = addresses.some(({ address }) => address === "::1");
const outside = addresses.find(({ internal, family }) => !internal && family === "IPv4")?.address;

test("without a host, the worker responds on both loopback addresses and on no other", async () => {
  const respondsOn = await listenOn();

  expect(await respondsOn("127.0.0.1")).toBe(true);
  expect(await respondsOn("[::1]")).toBe(hasIPv6);
  if (outside) expect(await respondsOn(outside)).toBe(false);
});

test("with a host, it responds there", async () => {
  const respondsOn = await listenOn("0.0.0.0");

  expect(await respondsOn("127.0.0.1")).toBe(true);
  if (outside) expect(await respondsOn(outside)).toBe(true);
});

test("a port that is taken is an error", async () => {
  const port = await getPort();
  closings.push(await listen(() => createServer(), port));

  await expect(listen(() => createServer(), port)).rejects.toThrow("EADDRINUSE");
});
