import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { readClientAddress, setPeerHeaders } from "./peer-address";
import type { Exchange } from "./request-hooks";

test("a client cannot say on its own where it is", () => {
  const request = {
    headers: { host: "localhost:3000", "x-tattle-peer": "127.0.0.1" },
    socket: { remoteAddress: "203.0.113.7" },
  } as unknown as IncomingMessage;

  setPeerHeaders({ request } as Exchange);

  expect(readClientAddress(new Headers(request.headers as Record<string, string>))).toBe("203.0.113.7");
});

test("without the hook, no client has an address", () => {
  expect(readClientAddress(new Headers())).toBe("");
});
