import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll } from "vitest";
import { VERSION } from "@/lib/platform/version";
import { send } from "./requests";

/** Those that say what a client sends and wants. */
const pickHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    ["accept", "content-type"].flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );

/** Serves the routes of the API over HTTP during the tests of a file, and says where check-ins go. Returns a function that gives its address. */
export function runApiServer(checkInUrl = () => "http://localhost:3001"): () => string {
  const server = createServer(async (incoming, outgoing) => {
    const { method = "", url = "", headers } = incoming;
    const body = await buffer(incoming);
    const [, key = ""] = /^Basic (.+)$/.exec(headers.authorization ?? "") ?? [];
    const isAboutServer = url === "/.well-known/tattle";
    const response = isAboutServer
      ? Response.json({ check_in_url: checkInUrl(), version: VERSION })
      : await send(method, url, {
          key: Buffer.from(key, "base64").toString().replace(/:.*$/, ""),
          headers: pickHeaders(headers),
          ...(body.length > 0 && { body: new Uint8Array(body) }),
        });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
