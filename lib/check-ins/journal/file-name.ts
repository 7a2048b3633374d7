/** Whose a journal is. A process is told from a later one with the same number by when it was born. */
export type Owner = { host: string; pid: number; birth: string };

export type JournalName = Owner & { id: string };

const ENDING = ".journal";
const safe = (host: string) => host.replace(/[^\w.-]/g, "_");

/** The file of a journal is named for its owner, so that taking it over is renaming it: of two that try, one succeeds. */
export const fileOf = ({ id, host, pid, birth }: JournalName) =>
  `${[id, safe(host), pid, birth].join("~")}${ENDING}`;

/** Null for a file that is no journal. */
export function readName(file: string): JournalName | null {
  if (!file.endsWith(ENDING)) return null;
  const [id, host, pid, birth, ...rest] = file.slice(0, -ENDING.length).split("~");
  if (!id || !host || birth === undefined || rest.length > 0 || !Number(pid)) return null;
  return { id, host, pid: Number(pid), birth };
}

/** Of another machine one sees only how long its owner has not touched it. */
const FORGOTTEN_MS = 10 * 60_000;

/** Whether nobody replays this journal any more, so that somebody else has to. */
export function isAbandoned(
  { host, pid, birth }: Owner,
  touchedAt: Date,
  here: { host: string; birthOf: (pid: number) => string | null; now: Date },
): boolean {
  if (host === safe(here.host)) return here.birthOf(pid) !== birth;
  return here.now.getTime() - touchedAt.getTime() > FORGOTTEN_MS;
}
