import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findHolder, takeLock, withLock } from "./lock.mjs";
import { onShutdown } from "./shutdown.mjs";

/**
 * Runs the work unless there is a build of this name, and returns its folder. Builds are named by a hash of their sources, so
 * a running Tattle keeps the build that it uses. Builds that no process uses are deleted.
 * @type {(builds: string, name: string, work: (folder: string) => Promise<unknown>) => Promise<string>}
 */
export async function buildOnce(builds, name, work) {
  const folder = path.join(builds, name);
  markUsed(folder);
  const complete = path.join(folder, "complete");
  if (existsSync(complete)) return folder;
  await withLock(`${folder}.lock`, async () => {
    if (existsSync(complete)) return;
    await work(folder);
    writeFileSync(complete, "");
  });
  removeUnused(builds, name);
  return folder;
}

/** @type {(files: string[]) => string} A hash of the source files. */
export function nameOfBuild(files) {
  const hash = createHash("sha256");
  for (const file of files.toSorted()) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex").slice(0, 12);
}

/** The files of the root folder, which configure the builds. */
export const settings = () =>
  readdirSync(".").filter((file) => /\.(ts|js|mjs|json)$/.test(file) && file !== "next-env.d.ts");

/** @type {(folder: string) => string[]} The source files in a folder, without tests and generated files. */
export const sourcesIn = (folder) =>
  !existsSync(folder)
    ? []
    : readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.(test|long)\.tsx?$/.test(entry.name))
        .map((entry) => path.join(entry.parentPath, entry.name))
        .filter((file) => !/[\\/](generated|testing)[\\/]/.test(file));

const buildUsersPath = (folder) => `${folder}.users`;

/** Records that this process uses the build. */
function markUsed(folder) {
  const mark = takeLock(path.join(buildUsersPath(folder), String(process.pid)));
  if (mark) onShutdown(mark.release);
}

function removeUnused(builds, current) {
  for (const name of readdirSync(builds).filter((name) => /^[0-9a-f]{12}$/.test(name) && name !== current)) {
    const users = buildUsersPath(path.join(builds, name));
    if (existsSync(users) && readdirSync(users).some((user) => findHolder(path.join(users, user)))) continue;
    for (const place of [users, path.join(builds, name)]) rmSync(place, { recursive: true, force: true });
  }
}
