import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import * as api from "@/app/api/[...path]/route";

type Handlers = Record<string, (request: Request) => Promise<Response>>;

/** Serves the routes below `/api`, or others, over HTTP, without the rest of the web process. */
export async function aManagementServer(
  handlers: Handlers = api,
): Promise<{ url: string; close: () => void }> {
  const server = createServer(async (incoming, outgoing) => {
    const { method = "", url = "", headers } = incoming;
    const body = await buffer(incoming);
    const request = new Request(`http://localhost:3000${url}`, {
      method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      ...(body.length > 0 && method !== "GET" && { body: new Uint8Array(body) }),
    });
    const response = (await handlers[method]?.(request)) ?? new Response(null, { status: 501 });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}
