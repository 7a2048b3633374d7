import { MINUTE_MS } from "@/lib/rules/durations";

/** The process that owns a journal. The start time distinguishes it from a later process with the same id. */
export type JournalOwner = { host: string; pid: number; startTime: string };

export type JournalName = JournalOwner & { id: string };

/** An older version leaves such files alone: it would take the start of a run for a check-in. */
const EXTENSION = ".journal2";
/** As the version before wrote them, without runs. They are replayed, too. */
const OLD_EXTENSION = ".journal";
const safeHost = (host: string) => host.replace(/[^\w.-]/g, "_");

/**
 * The file name of a journal. It contains the owner, so that a process adopts a journal by renaming the file: if two try,
 * only one succeeds.
 */
export const formatFileName = ({ id, host, pid, startTime }: JournalName) =>
  `${[id, safeHost(host), pid, startTime].join("~")}${EXTENSION}`;

/** Null if the file is not a journal. */
export function parseFileName(file: string): JournalName | null {
  const extension = [EXTENSION, OLD_EXTENSION].find((one) => file.endsWith(one));
  if (!extension) return null;
  const [id, host, pid, startTime, ...rest] = file.slice(0, -extension.length).split("~");
  if (!id || !host || startTime === undefined || rest.length > 0 || !Number(pid)) return null;
  return { id, host, pid: Number(pid), startTime };
}

/** On another machine, only the time since the owner last touched the file shows whether the owner is alive. */
const ABANDONED_AFTER_MS = 10 * MINUTE_MS;

/** Whether the owner of a journal has ended, so that another process must replay it. */
export function isAbandoned(
  { host, pid, startTime }: JournalOwner,
  touchedAt: Date,
  here: { host: string; readStartTime: (pid: number) => string | null; now: Date },
): boolean {
  if (host === safeHost(here.host)) return here.readStartTime(pid) !== startTime;
  return here.now.getTime() - touchedAt.getTime() > ABANDONED_AFTER_MS;
}
