import path from "node:path";
import { groupBy } from "@/lib/rules/group-by";
import { takeLock } from "@/scripts/lock.mjs";
import { CliError } from "../exit";
import { printWarning } from "../print";
import { toKnown } from "./apply";
import { type CrontabFile, listCrontabFiles } from "./crontab-files";
import { secretOfUser } from "./identity";
import { readKnown } from "./known";
import type { Machine, Places } from "./machine";
import { makeSnitches } from "./make-snitches";
import { buildPlan, type PlannedJob } from "./plan";
import { storeJobs } from "./store-jobs";

/** How many jobs one user can add by changing the own crontab: otherwise what is known would grow without end. */
const MAX_JOBS_OF_USER = 1_000;

/**
 * Makes the snitches of lines that were added to watched crontabs since `discover --apply`, and tells those of changed lines their new
 * times. Only root can, because users have no key. Nothing on the machine changes but what is known.
 */
export async function adoptJobs(machine: Machine, places: Places): Promise<void> {
  if (listChanged(machine, places).length === 0) return;
  const lock = takeLock(path.join(places.state, "discover.lock"));
  if (!lock) return;
  try {
    await adopt(machine, places);
  } catch (error) {
    // What waits is delivered all the same, and the next flush tries again.
    if (!(error instanceof CliError)) throw error;
    printWarning(error.message);
  } finally {
    lock.release();
  }
}

async function adopt(machine: Machine, places: Places): Promise<void> {
  const file = readKnown(places.state);
  const jobs = listChanged(machine, places);
  if (jobs.length === 0 || !file.settings) return;
  const made = await makeSnitches(file.settings, jobs, machine.hostName);
  const slugs = new Set(jobs.map(({ slug }) => slug));
  storeJobs(machine, places.state, {
    ...file,
    jobs: [
      ...file.jobs.filter(({ slug }) => !slugs.has(slug)),
      ...jobs.map((job) => toKnown(job, made, file.jobs)),
    ],
  });
}

/** The jobs that are new or have changed, of the crontabs that already have our line. */
function listChanged(machine: Machine, places: Places): PlannedJob[] {
  const { slugSecret, settings, jobs } = readKnown(places.state);
  if (slugSecret === null || !settings?.key) return [];
  const crontabs = listCrontabFiles(machine);
  const plan = (files: CrontabFile[]) =>
    buildPlan(machine, {
      known: jobs,
      slugSecretOf: (user) => secretOfUser(slugSecret, user),
      places,
      allTimers: false,
      now: new Date(),
      crontabs: files,
    });
  const bare = new Set(plan(crontabs).files.map(({ file }) => file));
  const counts = groupBy(jobs, ({ user }) => user);
  const hasRoom = (user: string) => (counts.get(user)?.length ?? 0) < MAX_JOBS_OF_USER;
  return plan(crontabs.filter(({ file }) => !bare.has(file))).jobs.filter(
    ({ isOn, change, user }) => isOn && change !== "unchanged" && (change !== "new" || hasRoom(user)),
  );
}
