import { once } from "node:events";
import { connect } from "node:net";

/** Sends these bytes as they are, and returns everything that the server sends until it ends the connection. */
export async function sendRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, noDelay: true });
  let response = "";
  socket.setEncoding("utf8").on("data", (chunk) => (response += chunk));
  socket.on("error", () => {});
  socket.write(bytes);
  await Promise.race([once(socket, "end"), once(socket, "close")]);
  socket.destroy();
  return response;
}
