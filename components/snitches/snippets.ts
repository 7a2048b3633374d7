import type { Interval } from "@/lib/snitches/interval";

/** A line of crontab that runs as often as the snitch expects. The times are examples: jobs keep their own. */
export function cronSchedule(interval: Interval): string {
  const [count, unit] = interval.split("_");
  if (unit === "minute") return count === "1" ? "* * * * *" : `*/${count} * * * *`;
  if (unit === "hour") return `0 */${count} * * *`;
  const schedules: Record<string, string> = {
    hourly: "0 * * * *",
    daily: "0 3 * * *",
    weekly: "0 3 * * 1",
    monthly: "0 3 1 * *",
  };
  return schedules[interval] ?? "0 3 * * *";
}

/** Quiet unless it fails, patient with the network, and never the reason why a job hangs. */
const CURL = "curl -fsS -m 10 --retry 5 -o /dev/null";

export type Snippet = { name: string; lines: { text: string; note: string }[] };

/** How to check in, from wherever the job runs. */
export function snippetsFor(url: string, interval: Interval): Snippet[] {
  const schedule = cronSchedule(interval);
  return [
    {
      name: "Crontab",
      lines: [
        { text: `${schedule} /path/to/job && ${CURL} ${url}`, note: "Checks in when the job succeeds." },
        {
          text: `${schedule} /path/to/job; ${CURL} "${url}?s=$?"`,
          note: "Checks in with the exit status, so that a failing job is told about at once.",
        },
      ],
    },
    {
      name: "curl",
      lines: [
        { text: `curl ${url}`, note: "The shortest check-in there is." },
        {
          text: `curl ${url} --data-urlencode "m=42 rows backed up"`,
          note: "With a message that shows in the history.",
        },
      ],
    },
    {
      name: "Shell",
      lines: [
        {
          text: `tattle() {\n  "$@"\n  local status=$?\n  ${CURL} "${url}?s=$status"\n  return $status\n}\n\ntattle /path/to/job`,
          note: "Wraps any command, and keeps its exit status.",
        },
      ],
    },
    {
      name: "Python",
      lines: [
        {
          text: `from urllib.request import urlopen\n\nrun_job()\nurlopen("${url}", timeout=10)`,
          note: "Needs nothing but the standard library.",
        },
      ],
    },
    {
      name: "Node",
      lines: [
        {
          text: `await runJob();\nawait fetch("${url}", { signal: AbortSignal.timeout(10_000) });`,
          note: "Node 18 and later.",
        },
      ],
    },
    {
      name: "Ruby",
      lines: [{ text: `require "net/http"\n\nrun_job\nNet::HTTP.get(URI("${url}"))`, note: "Needs no gem." }],
    },
    {
      name: "PowerShell",
      lines: [
        { text: `Start-Job.ps1\nInvoke-RestMethod -TimeoutSec 10 "${url}"`, note: "For Task Scheduler." },
      ],
    },
  ];
}
