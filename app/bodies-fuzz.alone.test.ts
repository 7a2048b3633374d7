import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runsFor } from "@/testing/runs";
import { isReadAsItArrives, MAX_BODY_BYTES } from "./body-limits";
import { configureServer } from "./configure-server";

const RUNS = runsFor("app/bodies-fuzz.alone.test.ts");

/** The bodies that reached a handler, and how many requests were not complete then. */
const handled = { largest: 0, incomplete: 0 };

const server = createServer(async (request, response) => {
  const isHeld = !isReadAsItArrives(request) && request.headers["content-length"] !== "0";
  if (isHeld && !request.complete) handled.incomplete += 1;
  const body = await text(request).catch(() => "");
  if (isHeld) handled.largest = Math.max(handled.largest, body.length);
  response.end("ok");
});

beforeAll(async () => {
  vi.stubEnv("NODE_ENV", "production");
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  configureServer(server);
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

/** One of each kind of path that takes a body. */
const path = fc.constantFrom(
  ..."/ /sign-in /sign-up /unsubscribe/x /api/auth/callback/credentials /api/auth/signout /b/x /badge/x /00000000-0000-4000-8000-000000000000/import/kuma".split(
    " ",
  ),
  ..."/00000000-0000-4000-8000-000000000000/settings/configuration /nowhere /foreign-origin /c/x /ping/x /p/x /heartbeats/x /v1/snitches /api/v3/checks/".split(
    " ",
  ),
  ..."/api/mail/resend /api/channels/status/x /api/1/cron/x/y /api/push/x /_next/x /c/../sign-in /api/x/%2e%2e/auth/signin".split(
    " ",
  ),
);
const size = fc.oneof(
  fc.nat(300),
  fc.integer({ min: MAX_BODY_BYTES - 2, max: MAX_BODY_BYTES + 2 }),
  fc.nat(400_000),
);
const form = fc.constantFrom("length", "chunks", "longer than said", "shorter than said", "expects 100");
/** Whole, in pieces, or broken off. */
const pace = fc.constantFrom("at once", "in pieces", "broken off");

function buildHead(path: string, size: number, form: string): string {
  const length = form === "longer than said" ? size >> 1 : form === "shorter than said" ? size + 100 : size;
  const framing = form === "chunks" ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
  const expects = form === "expects 100" ? "Expect: 100-continue\r\n" : "";
  return `POST ${path} HTTP/1.1\r\nHost: localhost:3000\r\n${expects}${framing}\r\nCookie: a=b\r\n\r\n`;
}

async function send(path: string, size: number, form: string, pace: string): Promise<string> {
  const socket = connect(port(), "127.0.0.1");
  let received = "";
  socket.setEncoding("latin1").on("data", (data) => (received += data));
  socket.on("error", () => {});
  // From the beginning: the server may close it while pieces are still sent.
  const closed = new Promise((resolve) => socket.once("close", resolve));
  const body = "x".repeat(pace === "broken off" ? size >> 1 : size);
  socket.write(buildHead(path, size, form));
  const pieceBytes = pace === "at once" ? Math.max(1, body.length) : Math.max(1, body.length >> 3);
  for (let at = 0; at < body.length && !socket.destroyed; at += pieceBytes) {
    const piece = body.slice(at, at + pieceBytes);
    socket.write(form === "chunks" ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece);
    if (pace === "in pieces") await new Promise((resolve) => setImmediate(resolve));
  }
  if (form === "chunks" && pace !== "broken off") socket.write("0\r\n\r\n");
  socket.end();
  await closed;
  return received;
}

const port = () => (server.address() as AddressInfo).port;

test(
  "whatever comes as a body, a stranger’s reaches a page only whole and with at most 64 KiB, and the server goes on",
  async () => {
    await fc.assert(
      fc.asyncProperty(path, size, form, pace, async (...sent) => {
        const response = await send(...sent);
        expect(response).toMatch(
          /^$|^HTTP\/1\.1 (?:100 Continue\r\n\r\n(?:$|HTTP\/1\.1 )|200|400|408|413|503)/,
        );
      }),
      { numRuns: RUNS },
    );
    expect(handled.incomplete).toBe(0);
    expect(handled.largest).toBeGreaterThan(0);
    expect(handled.largest).toBeLessThanOrEqual(MAX_BODY_BYTES);
    expect((await fetch(`http://127.0.0.1:${port()}/sign-in`, { method: "POST", body: "done" })).status).toBe(
      200,
    );
  },
  240_000 + RUNS * 500,
);
