import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { readClient, setPeerHeaders } from "./peer-address";
import type { Exchange } from "./request-hooks";

test("a client cannot say by itself where it is", () => {
  const request = {
    headers: { host: "localhost:3000", "x-tattle-peer": "127.0.0.1", "x-tattle-loopback": "yes" },
    httpVersion: "1.1",
    socket: { remoteAddress: "203.0.113.7" },
  } as unknown as IncomingMessage;

  setPeerHeaders({ request } as Exchange);

  const headers = new Headers(request.headers as Record<string, string>);
  expect(readClient(headers)).toEqual({ address: "203.0.113.7", isLoopback: false });
});

test("without the hook, no client is on loopback", () => {
  expect(readClient(new Headers())).toEqual({ address: "", isLoopback: false });
});
