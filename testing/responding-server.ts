import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A server that responds as Tattle does, or as one that cannot take anything now. It keeps what it was asked. */
export async function aRespondingServer() {
  const requests: string[] = [];
  let isAway = false;
  const take = async (request: IncomingMessage) => {
    const { method, url: path = "", headers } = request;
    const body = (await buffer(request)).toString("latin1");
    requests.push([`${method} ${path}`, headers.authorization ?? "", body].join("\n"));
    return /^\/(v1|\.well-known)\//.test(path);
  };
  const server = createServer((request, response) => {
    void take(request).then((isQuestion) => {
      response.writeHead(isAway ? 503 : isQuestion ? 200 : 202, { "X-RateLimit-Limit": "10" });
      response.end(
        isQuestion && !isAway ? JSON.stringify({ check_in_url: url, version: "1", token: "t" }) : "",
      );
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const setAway = (value: boolean) => {
    isAway = value;
    requests.length = 0;
  };
  return { url, requests, setAway, close: () => server.close() };
}

export type RespondingServer = Awaited<ReturnType<typeof aRespondingServer>>;
