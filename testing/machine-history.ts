import { type AlertMachine, groupAlert } from "@/lib/rules/machines/group-alert";
import {
  COUNTED_REPORTS,
  findMachineRecovery,
  findUnreachableMachine,
  lastHeardAt,
  type MachineJob,
  missedSince,
  reportsFrom,
} from "@/lib/rules/machines/unreachable";
import { seededRandom } from "./random-history";

const HOSTS = 50;
const DAYS = 4;
const DAY = 1_440;
const GRACE = 5;
const READER = "reader";

type Job = {
  id: string;
  hosts: string[];
  every: number;
  offset: number;
  /** The hosts of its latest reports, the newest first. */
  reports: string[];
  reportedAt: number;
  /** When its latest report happened, by its machine's clock. */
  stamp: number;
  missedAt: number | null;
  /** When the reader was last notified of it. */
  previousAt: number | null;
  incident: UnreachableMachine | null;
  isKnownAlone: boolean;
};

type UnreachableMachine = {
  host: string;
  since: number;
  openedAt: number;
  notifiedAt: number | null;
  isOpen: boolean;
};

/** A message to the only reader: about one job, or about a machine. */
type SimulatedMessage = { at: number; about: string; event: "missing" | "recovered" | "silent" | "over" };

/** A notification without grouping, when its reader knew of it with grouping, and how many messages said so at once. */
type Known = {
  job: string;
  event: "missing" | "recovered";
  at: number;
  knownAt: number | null;
  messages: number;
};

type MachineHistory = {
  single: SimulatedMessage[];
  grouped: SimulatedMessage[];
  known: Known[];
  /** From when to when a machine was dead. */
  deaths: { host: string; from: number; to: number }[];
};

const date = (minute: number) => new Date(minute * 60_000);

/**
 * Four days of fifty machines, minute by minute, as one reader hears of them with grouping and without: machines die and return, are
 * cut off together, and are late on a slow night; jobs skip runs, run on two machines or move; some clocks are behind.
 */
export function simulateMachines(seed: number): MachineHistory {
  const random = seededRandom(seed);
  const chance = (share: number) => random() < share;
  const below = (n: number) => Math.floor(random() * n);
  const names = Array.from({ length: HOSTS }, (_, i) => `db${i}`);
  const behind = new Map(names.map((name) => [name, chance(0.1) ? below(20) : 0]));
  const absences: { host: string; from: number; to: number }[] = [];
  for (const host of names.filter(() => chance(0.4))) {
    const from = DAY + below(2 * DAY);
    absences.push({ host, from, to: from + 30 + below(chance(0.3) ? 2 * DAY : 300) });
  }
  const deaths = [...absences];
  for (let i = 0; i < 3; i += 1) {
    const from = DAY + below(2 * DAY);
    const to = from + 20 + below(100);
    for (const host of names.filter(() => chance(0.1))) absences.push({ host, from, to });
  }
  const isAway = (name: string, at: number) =>
    absences.some(({ host, from, to }) => host === name && at >= from && at < to);
  const jobs = names.flatMap((host, n) =>
    Array.from({ length: 2 + below(13) }, (_, i): Job => {
      const every = [10, 60, 60, 60, DAY][below(5)] ?? 60;
      return {
        id: `${host}/${i}`,
        hosts: chance(0.05) ? [host, names[(n + 1) % HOSTS] ?? host] : [host],
        every,
        offset: chance(0.5) ? 0 : below(every),
        reports: Array(COUNTED_REPORTS).fill(host),
        reportedAt: -1,
        stamp: -1,
        missedAt: null,
        previousAt: null,
        incident: null,
        isKnownAlone: false,
      };
    }),
  );
  const machineIncidents: UnreachableMachine[] = [];
  const history: MachineHistory = { single: [], grouped: [], known: [], deaths };
  const arrivals = new Map<number, { job: Job; host: string }[]>();

  const factsOf = (host: string): MachineJob[] =>
    jobs
      .filter((job) => job.reports[0] === host && job.reportedAt >= 0)
      .map(({ id, reports, stamp, missedAt }) => ({
        id,
        isReliable: reportsFrom(host, reports),
        seenAt: date(stamp),
        missedAt: missedAt === null ? null : date(missedAt),
        reportedAt: date(stamp),
      }));

  function notify(
    job: Job,
    event: Known["event"],
    now: number,
    reportingHost: string | null,
    joined: Set<string>,
  ) {
    history.single.push({ at: now, about: job.id, event });
    const { incident } = job;
    const machine: AlertMachine | null = incident && {
      id: `${incident.host} ${incident.openedAt}`,
      isOpen: incident.isOpen,
      isAcknowledged: false,
      isHeard: reportingHost === incident.host,
      previousAt: job.previousAt === null ? null : date(job.previousAt),
      notifiedAt: new Map(incident.notifiedAt === null ? [] : [[READER, date(incident.notifiedAt)]]),
      notifiedAlone: new Set(job.isKnownAlone ? [READER] : []),
    };
    const grouping = machine ? groupAlert(event === "recovered", machine, READER, joined) : "alone";
    const before = history.grouped.length;
    if (grouping === "alone") {
      history.grouped.push({ at: now, about: job.id, event });
      job.isKnownAlone = true;
    }
    if (grouping === "machine" && incident && incident.notifiedAt !== now) {
      history.grouped.push({ at: now, about: incident.host, event: "silent" });
      incident.notifiedAt = now;
    }
    const knownAt = grouping === "known" ? (incident?.notifiedAt ?? null) : now;
    history.known.push({ job: job.id, event, at: now, knownAt, messages: history.grouped.length - before });
    job.previousAt = now;
  }

  function endMachineIncidents(now: number): void {
    for (const incident of machineIncidents.filter(({ isOpen }) => isOpen)) {
      const missing = jobs.filter((job) => job.incident === incident && job.missedAt !== null);
      const seenAt = lastHeardAt(factsOf(incident.host));
      if (!findMachineRecovery({ lastHeardAt: date(incident.since) }, seenAt, missing.length)) continue;
      incident.isOpen = false;
      if (incident.notifiedAt !== null)
        history.grouped.push({ at: now, about: incident.host, event: "over" });
    }
  }

  function takeReports(now: number, joined: Set<string>): void {
    for (const { job, host } of arrivals.get(now) ?? []) {
      if (isAway(host, now)) continue;
      job.reports = [host, ...job.reports].slice(0, COUNTED_REPORTS);
      job.reportedAt = now;
      job.stamp = now - (behind.get(host) ?? 0);
      if (job.missedAt === null) continue;
      job.missedAt = null;
      notify(job, "recovered", now, host, joined);
      Object.assign(job, { previousAt: null, incident: null, isKnownAlone: false });
    }
  }

  function sweep(now: number, joined: Set<string>): void {
    const due = now - GRACE;
    const missed = jobs.filter(
      ({ every, offset, reportedAt }) =>
        due >= 0 && due % every === offset && reportedAt >= 0 && reportedAt < due,
    );
    for (const job of missed) job.missedAt ??= now;
    for (const host of new Set(missed.map(({ reports }) => reports[0] ?? ""))) {
      const facts = factsOf(host);
      const othersAt = Math.max(
        ...jobs.map(({ reports, reportedAt }) => (reports[0] === host ? -1 : reportedAt)),
      );
      let incident = machineIncidents.find((each) => each.isOpen && each.host === host);
      if (!incident) {
        const begun = findUnreachableMachine(facts, date(othersAt));
        if (!begun) continue;
        const since = begun.lastHeardAt.getTime() / 60_000;
        incident = { host, since, openedAt: now, notifiedAt: null, isOpen: true };
        machineIncidents.push(incident);
      }
      const ids = new Set(missedSince(facts, date(incident.since)).map(({ id }) => id));
      for (const job of jobs) if (ids.has(job.id)) job.incident = incident;
    }
    for (const job of missed) notify(job, "missing", now, null, joined);
  }

  for (let now = 0; now < DAYS * DAY; now += 1) {
    const isSlow = Math.floor(now / DAY) === 2 && now % DAY >= 120 && now % DAY < 240;
    for (const job of jobs.filter(({ every, offset }) => now % every === offset)) {
      if (chance(0.0005)) job.hosts = [names[below(HOSTS)] ?? ""];
      if (chance(0.003)) continue;
      const arrivesAt = now + below(isSlow ? 20 : 3);
      const host = job.hosts[below(job.hosts.length)] ?? "";
      arrivals.set(arrivesAt, [...(arrivals.get(arrivesAt) ?? []), { job, host }]);
    }
    const joined = new Set<string>();
    takeReports(now, joined);
    endMachineIncidents(now);
    sweep(now, joined);
  }
  return history;
}
