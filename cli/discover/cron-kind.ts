/** The programs that run crontabs, as far as they differ in what a line means. */
export type CronKind = "debian" | "cronie" | "bcron" | "busybox" | "other";

type CronRules = {
  name: string;
  /** Whether it runs `$SHELL -c COMMAND`. If not, a line on top of a crontab changes nothing. */
  usesShell: boolean;
  /** The first `%` of a command ends it; what follows is its standard input. */
  splitsAtPercent: boolean;
  /** `\\` in a command becomes one backslash. */
  joinsBackslashes: boolean;
  /** A backslash at its end continues a line, and a `#` anywhere begins a comment. */
  readsAsConfiguration: boolean;
  hasNicknames: boolean;
  /** The variable by which a crontab sets the time zone of its lines. */
  zoneVariable: "CRON_TZ" | null;
  /** One wrong line, or an end without a newline, and none of the file runs. */
  ignoresFileWithError: boolean;
  /** `MAILTO=` is an error, and `MAILTO=""` is not. */
  quotesEmptyValues: boolean;
  readsSystemCrontabs: boolean;
  /** It runs no job of a user whose home directory does not exist. */
  needsHome: boolean;
};

/** Tried with Debian’s cron 3.0pl1, bcron 0.11 and busybox 1.35; cronie as its manual says. */
export const CRON_RULES: Record<CronKind, CronRules> = {
  debian: {
    name: "cron",
    usesShell: true,
    splitsAtPercent: true,
    joinsBackslashes: true,
    readsAsConfiguration: false,
    hasNicknames: true,
    zoneVariable: null,
    ignoresFileWithError: true,
    quotesEmptyValues: true,
    readsSystemCrontabs: true,
    needsHome: false,
  },
  cronie: {
    name: "cronie",
    usesShell: true,
    splitsAtPercent: true,
    joinsBackslashes: false,
    readsAsConfiguration: false,
    hasNicknames: true,
    zoneVariable: "CRON_TZ",
    ignoresFileWithError: false,
    quotesEmptyValues: false,
    readsSystemCrontabs: true,
    needsHome: false,
  },
  bcron: {
    name: "bcron",
    usesShell: true,
    splitsAtPercent: false,
    joinsBackslashes: false,
    readsAsConfiguration: false,
    hasNicknames: false,
    zoneVariable: null,
    ignoresFileWithError: false,
    quotesEmptyValues: false,
    readsSystemCrontabs: true,
    needsHome: true,
  },
  busybox: {
    name: "busybox crond",
    usesShell: true,
    splitsAtPercent: false,
    joinsBackslashes: false,
    readsAsConfiguration: true,
    hasNicknames: true,
    zoneVariable: null,
    ignoresFileWithError: false,
    quotesEmptyValues: false,
    readsSystemCrontabs: false,
    needsHome: false,
  },
  other: {
    name: "this cron",
    usesShell: false,
    splitsAtPercent: true,
    joinsBackslashes: false,
    readsAsConfiguration: false,
    hasNicknames: true,
    zoneVariable: null,
    ignoresFileWithError: false,
    quotesEmptyValues: false,
    readsSystemCrontabs: true,
    needsHome: false,
  },
};
