import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { DiscoveredJob, Remark } from "./found-job";
import { isRoot, type Machine } from "./machine";
import { findEnd, readTimerSchedule, serviceOf } from "./timer";
import { parseUnitFile, type UnitFile } from "./unit-file";

/** Where systemd looks for units, first the one that counts. */
const FOLDERS = [
  "/etc/systemd/system",
  "/run/systemd/system",
  "/usr/local/lib/systemd/system",
  "/usr/lib/systemd/system",
  "/lib/systemd/system",
];
const OF_PACKAGES = ["/usr/lib/systemd/system", "/lib/systemd/system"];
/** A service becomes a part of the path of its drop-in. */
const SERVICE = /^[A-Za-z0-9:_.\\@-]+\.service$/;
const ENABLED_BY = /\.(wants|requires)$/;

/**
 * The enabled timers. Those of packages are off unless someone wants them. `command` is the unit of the service. One that never elapses
 * again is pointed out.
 */
export function findTimers(machine: Machine, now: Date): { jobs: DiscoveredJob[]; remarks: Remark[] } {
  const result = { jobs: [] as DiscoveredJob[], remarks: [] as Remark[] };
  if (!isRoot(machine)) return result;
  for (const name of listEnabledTimers(machine.root)) {
    const unit = readUnit(machine.root, name);
    if (!unit) continue;
    const service = serviceOf(name, unit.settings);
    const end = findEnd(unit.settings, machine.timezone, now);
    const times = readTimerSchedule(unit.settings);
    const message =
      end ??
      times.message ??
      (SERVICE.test(service) ? null : `It starts ${service}, which is not a service.`);
    if (message || times.schedule === null) {
      result.remarks.push({
        file: unit.file,
        line: null,
        text: name,
        message: message ?? "It has no schedule.",
      });
      continue;
    }
    result.jobs.push({
      kind: "timer",
      host: machine.id,
      user: "root",
      file: name,
      command: service,
      line: null,
      input: null,
      name: service.replace(/\.service$/, ""),
      schedule: times.schedule,
      timezone: machine.timezone,
      grace: times.grace,
      isOn: !OF_PACKAGES.includes(path.posix.dirname(unit.file)),
      remarks: times.isPersistent ? ["A run missed while the machine is off is made up for at boot."] : [],
    });
  }
  return result;
}

/** The units that others want at their start. systemd is not asked: it may not run, as in a container or an image. */
function listEnabledTimers(root: string): string[] {
  const names = FOLDERS.flatMap((folder) =>
    list(path.join(root, folder))
      .filter((name) => ENABLED_BY.test(name))
      .flatMap((name) => list(path.join(root, folder, name))),
  );
  return [...new Set(names)].filter((name) => name.endsWith(".timer")).sort();
}

/** A unit with its drop-ins. Null if there is none, or if it is masked. */
export function readUnit(root: string, name: string): { file: string; settings: UnitFile } | null {
  const template = name.replace(/@[^.]+\./, "@.");
  const file = [name, template]
    .flatMap((each) => FOLDERS.map((folder) => path.posix.join(folder, each)))
    .find((each) => existsSync(path.join(root, each)));
  if (!file) return null;
  const dropIns = new Map<string, string>();
  for (const folder of [...FOLDERS].reverse()) {
    const place = path.join(root, folder, `${name}.d`);
    for (const each of list(place)) if (each.endsWith(".conf")) dropIns.set(each, path.join(place, each));
  }
  const ordered = [...dropIns].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
  const texts = [path.join(root, file), ...ordered].map((each) => readFileSync(each, "utf8"));
  return texts[0] === "" ? null : { file, settings: parseUnitFile(texts) };
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
