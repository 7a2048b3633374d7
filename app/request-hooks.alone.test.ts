import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { installRequestHooks } from "@/lib/http/request-hooks";
import { env } from "@/lib/platform/env";
import { GET } from "./readyz/route";
import { REQUEST_HOOKS } from "./request-hooks";

installRequestHooks(REQUEST_HOOKS);

test("a web server that is closed goes on responding until its load balancer has taken it out", async () => {
  const server = createServer(async (request, response) => {
    const { status, text } = request.url === "/readyz" ? await readyz() : { status: 200, text: "a page" };
    response.writeHead(status).end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);

  const closed = new Promise((resolve) => server.close(resolve));
  const page = await fetch(url);
  const ready = await fetch(`${url}/readyz`);
  await sleep(2_500);
  const lastPage = await fetch(url);
  await closed;

  expect([page.status, page.headers.get("connection")]).toEqual([200, "close"]);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ ready: false, draining: true, needs: { database: "ok" } });
  expect(lastPage.status).toBe(200);
  await expect(fetch(url)).rejects.toThrow();
});

async function readyz() {
  const response = await GET(new Request("http://localhost/readyz"));
  return { status: response.status, text: await response.text() };
}

test("the host of check-ins takes them from any page, with a body of any size; the host of pages does not", async () => {
  Object.assign(env, { APP_URL: "https://tattle.example", CHECK_IN_URL: "https://check-in.example" });
  const server = createServer(async (incoming, response) =>
    response.end(`${incoming.url} ${(await text(incoming)).length}`),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const post = async (host: string) => {
    const headers = { Host: host, Origin: "https://evil.test" };
    const sent = request({ port, host: "127.0.0.1", path: "/c0ffee1234abcd56", method: "POST", headers });
    sent.end("x".repeat(200_000));
    const [response] = await once(sent, "response");
    return `${response.statusCode} ${await text(response)}`;
  };
  // The first request leads to the server, which is configured then.
  await post("tattle.example");

  expect(await post("check-in.example")).toBe("200 /c/c0ffee1234abcd56 200000");
  expect(await post("tattle.example")).toMatch(/^(413|200 \/foreign-origin)/);
  server.close();
});
