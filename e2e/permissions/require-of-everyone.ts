import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { findFreePorts } from "@/scripts/ports";

/**
 * Starts the same build on the same database once more, as an operator who requires a second factor of everyone. Requests go there until
 * the function that is returned has stopped it.
 */
export async function requireOfEveryone(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "tattle-required-"));
  const { APP_URL, CHECK_IN_URL: _, ...env } = process.env;
  const server = spawn(process.execPath, ["scripts/start.mjs"], {
    env: {
      ...env,
      ...(await findFreePorts()),
      DATA_DIR: folder,
      REQUIRE_SECOND_FACTOR: "on",
      SIGN_UP: "open",
      TRUSTED_PROXIES: "127.0.0.1, ::1",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.env.APP_URL = await readAddress(server.stdout);
  return async () => {
    process.env.APP_URL = APP_URL;
    server.kill();
    await once(server, "exit");
    await rm(folder, { recursive: true });
  };
}

async function readAddress(output: AsyncIterable<Buffer>): Promise<string> {
  let printed = "";
  for await (const chunk of output) {
    printed += chunk;
    const [, address] = /Pages and API +(\S+)/.exec(printed) ?? [];
    if (address) return address;
  }
  throw new Error(`Tattle did not start: ${printed}`);
}
