import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";

type Heard = { headers: IncomingMessage["headers"]; body: string; path: string };
type Answering = (response: ServerResponse, heard: Heard) => void;

export type Receiver = { url: string; heard: Heard[]; close: () => void };

/** A webhook's receiver that answers as it is told; with `tls`, over HTTPS with that certificate. */
export async function aReceiver(
  answering: Answering = accepts,
  tls?: { key: string; cert: string },
): Promise<Receiver> {
  const heard: Heard[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const one = { headers: request.headers, body, path: request.url ?? "" };
    heard.push(one);
    answering(response, one);
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
    heard,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const accepts: Answering = (response) => response.writeHead(200).end("thanks");
