import type { Identity } from "./identity";

/** A job that can be watched. */
export type DiscoveredJob = Identity & {
  kind: "cron" | "script" | "anacron" | "timer";
  /** Where it stands in its file, or null if it is a file itself. */
  line: number | null;
  input: string | null;
  name: string;
  /** One schedule a line: a command that stands in a crontab several times is one job. */
  schedule: string;
  timezone: string;
  grace: number | null;
  /** Whether it is watched by default. */
  isOn: boolean;
  remarks: string[];
};

/** Listed, but can't be watched. */
export type Remark = { file: string; line: number | null; text: string; message: string };
