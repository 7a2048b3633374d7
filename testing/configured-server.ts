import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import ipaddr from "ipaddr.js";
import { afterAll, beforeAll, vi } from "vitest";
import { configureServer } from "@/app/configure-server";
import { env } from "@/lib/platform/env";

/** A server that is configured as that of the web process in production, behind a proxy on this machine, while the tests of a file run. */
export function aConfiguredServer(respond: RequestListener): Server {
  const server = createServer(respond);
  const { TRUSTED_PROXIES } = env;
  beforeAll(async () => {
    env.TRUSTED_PROXIES = [ipaddr.parseCIDR("127.0.0.0/8")];
    vi.stubEnv("NODE_ENV", "production");
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    configureServer(server);
  });
  afterAll(() => {
    env.TRUSTED_PROXIES = TRUSTED_PROXIES;
    vi.unstubAllEnvs();
    server.closeAllConnections();
    server.close();
  });
  return server;
}
