import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** The folder of the cluster. Beside it are the password and the log. */
export const buildClusterPath = (folder) => path.join(folder, "data");

/** @type {(folder: string) => number[]} The lines of the file that a running server has: its process first, its port fourth. */
export function readPidFile(folder) {
  const file = path.join(buildClusterPath(folder), "postmaster.pid");
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").map(Number) : [];
}

/** @type {(folder: string) => number | undefined} The port of the server of this folder, if it runs. */
export const readPort = (folder) => readPidFile(folder)[3];

/** @type {(folder: string, database: string) => string} The URL of a database of the server of this folder, which runs. */
export function buildEmbeddedUrl(folder, database) {
  const password = readFileSync(path.join(folder, "password"), "utf8");
  return `postgres://tattle:${password}@127.0.0.1:${readPort(folder)}/${database}`;
}
