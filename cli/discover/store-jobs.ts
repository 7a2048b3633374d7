import { chownSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { makeFolder } from "@/lib/platform/make-folder.mjs";
import { secretOfUser } from "./identity";
import { type KnownFile, listUsers, readKnown, writeJobs, writeKnown } from "./known";
import { isRoot, type Machine } from "./machine";

/**
 * Writes what is known, and for each user the own jobs. Another user than the one who asks gets no key: with it, anyone who may have a
 * crontab could ask for the check-in URLs of all others.
 */
export function storeJobs(machine: Machine, state: string, file: KnownFile): void {
  const { settings, slugSecret, jobs } = file;
  const before = readKnown(state);
  const users = new Set([...[...jobs, ...before.jobs].map(({ user }) => user), ...listUsers(state)]);
  writeKnown(state, file);
  for (const user of users) {
    const account = machine.accounts.get(user);
    const isOther = isRoot(machine) && account?.uid !== 0;
    if (isOther && account) prepareFolder(state, user, account);
    writeJobs(state, user, (isOther && account) || null, {
      settings: isOther && settings ? { url: settings.url, key: null } : settings,
      slugSecret: slugSecret && secretOfUser(slugSecret, user),
      jobs: jobs.filter((each) => each.user === user),
    });
  }
}

/** Where the reports of a user wait, if the server is unavailable. */
function prepareFolder(state: string, user: string, { uid, gid }: { uid: number; gid: number }): void {
  const folder = path.join(state, "users", user);
  makeFolder(path.join(state, "users"), 0o711);
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, uid, gid);
}

/** Once its key is revoked. */
export function forgetFormer(state: string): void {
  const { former, ...file } = readKnown(state);
  writeKnown(state, file);
}
