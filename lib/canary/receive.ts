import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

let opened: Promise<URL> | undefined;

/** Where this process hears its canary: a receiver of its own on loopback, which does not keep the process alive. */
export function canaryTarget(): Promise<URL> {
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
    server.once("error", (fault) => {
      opened = undefined;
      reject(fault);
    });
    server.listen(0, "127.0.0.1", () => {
      resolve(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
    });
  });
}
