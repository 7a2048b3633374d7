import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";

type Received = { headers: IncomingMessage["headers"]; body: string; bytes: Buffer; path: string };
type Respond = (response: ServerResponse, request: Received) => void;

/** `requests`: those received so far, in order. */
export type Receiver = { url: string; requests: Received[]; close: () => void };

/** A server that receives webhook requests and responds as `respond` says; over HTTPS if `tls` is given. */
export async function aReceiver(
  respond: Respond = accept,
  tls?: { key: string; cert: string },
): Promise<Receiver> {
  const requests: Received[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const bytes = await buffer(request);
    const received = { headers: request.headers, body: bytes.toString(), bytes, path: request.url ?? "" };
    requests.push(received);
    respond(response, received);
  };
  const server: Server = tls ? createTlsServer(tls, handle) : createServer(handle);
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}/hook`,
    requests,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const accept: Respond = (response) => response.writeHead(200).end("thanks");
