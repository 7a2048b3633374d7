import { parseAssignment } from "./assignment";

/** A job of an anacrontab: it runs once in each period, whenever the machine is on. */
export type AnacronJob = {
  line: number;
  periodDays: number;
  delayMinutes: number;
  id: string;
  command: string;
};

export type Anacrontab = { jobs: AnacronJob[]; wrong: { line: number; text: string; message: string }[] };

const NAMED_PERIODS: Record<string, number> = {
  "@daily": 1,
  "@weekly": 7,
  "@monthly": 31,
  "@yearly": 366,
  "@annually": 366,
};

const JOB = /^\s*(\d+|@[a-z]+)\s+(\d+)\s+(\S+)\s+(.*\S)\s*$/;

/** The jobs of an anacrontab. A backslash at its end continues a line. */
export function parseAnacrontab(text: string): Anacrontab {
  const anacrontab: Anacrontab = { jobs: [], wrong: [] };
  let begun = "";
  text.split("\n").forEach((written, i) => {
    if (written.endsWith("\\")) {
      begun += written.slice(0, -1);
      return;
    }
    const line = begun + written;
    begun = "";
    if (/^\s*(#|$)/.test(line)) return;
    const [, period = "", delay, id = "", command = ""] = JOB.exec(line) ?? [];
    const periodDays = NAMED_PERIODS[period] ?? Number(period);
    if (command !== "" && periodDays > 0) {
      anacrontab.jobs.push({ line: i + 1, periodDays, delayMinutes: Number(delay), id, command });
    } else if (!parseAssignment(line)) {
      anacrontab.wrong.push({
        line: i + 1,
        text: line.trim(),
        message: "A line needs a period, delay, name and command.",
      });
    }
  });
  return anacrontab;
}

/** When a job that runs once in so many days is missed: its day may begin late, because the machine was off. */
export const anacronTerms = (periodDays: number) => ({
  schedule: `every ${periodDays} ${periodDays === 1 ? "day" : "days"}`,
  grace: periodDays === 1 ? 43_200 : 86_400,
});
