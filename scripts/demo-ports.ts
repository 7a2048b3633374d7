import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import getPort, { clearLockedPorts } from "get-port";

const NAMES = ["PORT", "CHECK_IN_PORT", "WORKER_PORT"] as const;

/** A port for each process; empty means the usual one, or the next that is free. */
export type Ports = Record<(typeof NAMES)[number], string>;

const fileIn = (folder: string) => path.join(folder, "ports.json");

/** Whether a demo has been in this folder. */
export const hasStoredPorts = (folder: string) => existsSync(fileIn(folder));

/** The ports that the environment names, else those of the last time that are still free. */
export async function findStoredPorts(environment: Partial<Ports>, folder: string): Promise<Ports> {
  const stored = hasStoredPorts(folder) ? JSON.parse(readFileSync(fileIn(folder), "utf8")) : {};
  const ports: Ports = { PORT: "", CHECK_IN_PORT: "", WORKER_PORT: "" };
  for (const name of NAMES) {
    const port = Number(stored[name]);
    const isFree = port > 0 && (await getPort({ port })) === port;
    ports[name] = environment[name] || (isFree ? String(port) : "");
  }
  // get-port would not offer them to `choosePorts`.
  clearLockedPorts();
  return ports;
}

/** Keeps the ports for the next time. */
export function storePorts(folder: string, { PORT, CHECK_IN_PORT, WORKER_PORT }: Ports): void {
  writeFileSync(fileIn(folder), JSON.stringify({ PORT, CHECK_IN_PORT, WORKER_PORT }));
}
