import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** The folder of the cluster. Next to it are the password and the log. */
export const buildClusterPath = (folder) => path.join(folder, "data");

/**
 * What the file says that a running server has: its process, the folder of its cluster, and its port.
 * @type {(folder: string) => { pid?: number, cluster?: string, port?: number }}
 */
export function readPidFile(folder) {
  const file = path.join(buildClusterPath(folder), "postmaster.pid");
  if (!existsSync(file)) return {};
  const [pid, cluster, , port] = readFileSync(file, "utf8").split("\n");
  return { pid: Number(pid), cluster, port: Number(port) };
}

/** @type {(folder: string) => number | undefined} The port of the server of this folder, if it runs. */
export const readPort = (folder) => readPidFile(folder).port;

/** @type {(folder: string, database: string) => string} The URL of a database of the server of this folder, which runs. */
export function buildEmbeddedUrl(folder, database) {
  const password = readFileSync(path.join(folder, "password"), "utf8");
  return `postgres://tattle:${password}@127.0.0.1:${readPort(folder)}/${database}`;
}
