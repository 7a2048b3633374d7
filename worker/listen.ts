import { once } from "node:events";
import type { Server } from "node:http";

/** Both addresses of this machine for itself. */
const LOOPBACK = ["127.0.0.1", "::1"];

/** Codes of the errors that mean: this machine has no IPv6. */
const NO_IPV6 = ["EADDRNOTAVAIL", "EAFNOSUPPORT"];

/**
 * Listens on this port of the host, or on loopback, IPv4 and IPv6, if no host is given. Resolves once it listens, with a
 * function that closes every connection.
 */
export async function listen(create: () => Server, port: number, host?: string): Promise<() => void> {
  const servers: Server[] = [];
  for (const address of host ? [host] : LOOPBACK) {
    const server = create();
    server.listen(port, address);
    try {
      await once(server, "listening");
      servers.push(server);
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (host || address !== "::1" || !NO_IPV6.includes(code)) throw error;
    }
  }
  return () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  };
}
