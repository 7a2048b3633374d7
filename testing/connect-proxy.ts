import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

type ConnectProxy = {
  url: string;
  /** The `host:port` of each tunnel that was asked for with the right password, in order. */
  tunnels: string[];
  close: () => void;
};

/** An HTTP proxy with a password that opens tunnels (`CONNECT`) to `targetPort` on this machine, whatever host is asked for. */
export async function aConnectProxy(targetPort: number): Promise<ConnectProxy> {
  const tunnels: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on("connect", (request, client: Socket) => {
    client.on("error", () => client.destroy());
    const expected = `Basic ${Buffer.from("ann:pass word").toString("base64")}`;
    if (request.headers["proxy-authorization"] !== expected)
      return client.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    tunnels.push(request.url ?? "");
    const upstream = connect(targetPort, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      client.pipe(upstream).pipe(client);
    });
    upstream.on("error", () => client.destroy());
    // A pipe does not end with a client that was killed.
    client.on("close", () => upstream.destroy());
    sockets.add(upstream);
  });
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://ann:pass%20word@127.0.0.1:${port}`,
    tunnels,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
