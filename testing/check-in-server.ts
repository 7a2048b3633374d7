import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";
import { createCheckInServer } from "@/checkin/http-server";

/** Runs the check-in server during the tests of a file. Returns a function that gives its address. */
export function runCheckInServer(): () => string {
  const server = createCheckInServer();
  beforeAll(async () => {
    server.listen(0);
    await once(server, "listening");
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
