import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

let opened: Promise<URL> | undefined;

/** The URL of this process's canary receiver on loopback. Its server does not keep the process alive. */
export function canaryUrl(): Promise<URL> {
  opened ??= open();
  return opened;
}

function open(): Promise<URL> {
  const server = createServer((request, response) => {
    request.resume();
    request.once("end", () => response.writeHead(204).end());
  });
  server.unref();
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      opened = undefined;
      reject(error);
    });
    server.listen(0, "127.0.0.1", () => {
      resolve(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
    });
  });
}
