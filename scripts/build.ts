import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findHolder, takeLock, withLock } from "./lock.mjs";
import { runCommand } from "./process.mjs";
import { step } from "./progress.mjs";
import { onShutdown } from "./shutdown.mjs";

const BUILDS = ".next";
const FOLDERS = ["app", "components", "lib", "public"];

/**
 * Builds the pages, unless a build of these sources exists. Builds are named by a hash of their sources, so a running
 * Tattle keeps the build that it serves. Builds that no process serves are deleted.
 */
export async function build(env: NodeJS.ProcessEnv): Promise<string> {
  const name = hashOfSources(env);
  const folder = path.join(BUILDS, name);
  markUsed(folder);
  const complete = path.join(folder, "complete");
  if (existsSync(complete)) return folder;
  await withLock(path.join(BUILDS, `${name}.lock`), async () => {
    if (existsSync(complete)) return;
    await step("Building the pages", () =>
      runCommand(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
        env: { ...env, NODE_ENV: "production", TATTLE_BUILD: folder },
        failure: "The pages could not be built: see above.",
      }),
    );
    writeFileSync(complete, "");
  });
  removeUnused(name);
  return folder;
}

function hashOfSources(env: NodeJS.ProcessEnv): string {
  const hash = createHash("sha256");
  for (const file of [...settings(), "prisma/schema.prisma", ...FOLDERS.flatMap(filesIn)].sort()) {
    hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  }
  // next.config.ts writes the host of check-ins into the build.
  const hosts = [env.APP_URL, env.CHECK_IN_URL].map((url) => new URL(url ?? "").hostname);
  return hash
    .update(hosts[0] === hosts[1] ? "" : hosts.join())
    .digest("hex")
    .slice(0, 12);
}

/** The files of the root folder that Next.js and its tools read. */
const settings = () =>
  readdirSync(".").filter((file) => /\.(ts|js|mjs|json)$/.test(file) && file !== "next-env.d.ts");

const filesIn = (folder: string) =>
  !existsSync(folder)
    ? []
    : readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
        .map((entry) => path.join(entry.parentPath, entry.name))
        .filter(
          (file) => !file.startsWith(path.join("lib", "db", "generated")) && !file.startsWith("lib/testing"),
        );

const usersOf = (folder: string) => `${folder}.users`;

/** Records that this process serves the build. */
function markUsed(folder: string) {
  const mark = takeLock(path.join(usersOf(folder), String(process.pid)));
  if (mark) onShutdown(() => mark.release());
}

function removeUnused(current: string) {
  for (const name of readdirSync(BUILDS).filter((name) => /^[0-9a-f]{12}$/.test(name) && name !== current)) {
    const users = usersOf(path.join(BUILDS, name));
    if (existsSync(users) && readdirSync(users).some((user) => findHolder(path.join(users, user)))) continue;
    for (const place of [users, path.join(BUILDS, name)]) rmSync(place, { recursive: true, force: true });
  }
}
