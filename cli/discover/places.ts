import os from "node:os";
import path from "node:path";
import { stateFolder } from "../state";
import { isRoot, type Machine } from "./machine";

/** Where the files are that `discover --apply` writes. */
export type Places = {
  /** The script that cron runs in place of /bin/sh; those of other shells stand next to it. */
  shell: string;
  /** The script that jobs find in place of `run-parts`. */
  runParts: string;
  /** What is known about jobs, copies of files, the lock. */
  state: string;
  dropInOf(service: string): string;
  /** The crontab with the line that puts `tattle-shell` back if it was removed. */
  guard: string;
};

export function placesOf(machine: Machine): Places {
  const base = isRoot(machine) ? "/usr/local" : path.join(os.homedir(), ".local");
  return {
    shell: path.join(base, "bin", "tattle-shell"),
    runParts: path.join(base, "lib", "tattle", "run-parts"),
    state: stateFolder(),
    dropInOf: (service) => `/etc/systemd/system/${service}.d/50-tattle.conf`,
    guard: "/etc/cron.d/tattle",
  };
}
