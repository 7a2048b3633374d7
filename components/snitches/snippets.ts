import type { Interval } from "@/lib/rules/interval";
import { parseCrontabLine } from "@/lib/rules/schedule/crontab-line";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";

/** A crontab line that runs at the snitch's interval. The times are examples. */
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

/** Silent on success, retries on network errors, and never lets the job hang. */
const CURL = "curl -fsS -m 10 --retry 5 -o /dev/null";

export type Snippet = { name: string; lines: { text: string; note: string }[] };

/** The first line of a snitch's own schedule if it is cron, or else a crontab line that runs at its interval. */
export const crontabTimes = ({ interval, schedule }: ScheduleTerms) =>
  (schedule && parseCrontabLine(schedule.split("\n")[0] ?? "")?.schedule) || cronSchedule(interval);

/** How to check in from each environment. `schedule`: when the job runs, as cron writes it. */
export function snippetsFor(url: string, schedule: string): Snippet[] {
  const name = (text: string, ...lines: [text: string, note: string][]): Snippet => ({
    name: text,
    lines: lines.map(([text, note]) => ({ text, note })),
  });
  return [
    name(
      "Crontab",
      [`${schedule} /path/to/job && ${CURL} ${url}`, "Checks in when the job succeeds."],
      [
        `${schedule} /path/to/job; ${CURL} "${url}?s=$?"`,
        "Checks in with the exit status, so that a failing job raises an alert at once.",
      ],
    ),
    name(
      "curl",
      [`curl ${url}`, "The shortest check-in there is."],
      [
        `curl ${url} --data-urlencode "m=42 rows backed up"`,
        "With a message that shows in the history. Add ?s=1 to the URL to report an error.",
      ],
    ),
    name("Shell", [
      `tattle() {\n  "$@"\n  local status=$?\n  ${CURL} "${url}?s=$status"\n  return $status\n}\n\ntattle /path/to/job`,
      "Wraps any command, and keeps its exit status.",
    ]),
    name("systemd", [
      `[Service]\nType=oneshot\nExecStart=/path/to/job\nExecStopPost=/bin/sh -c '${CURL} "${url}?s=$EXIT_STATUS"'`,
      "In the .service file that a timer starts: it checks in however the job ends. A job that is killed reports the signal.",
    ]),
    name("Kubernetes", [
      `apiVersion: batch/v1\nkind: CronJob\nmetadata:\n  name: job\nspec:\n  schedule: "${schedule}"\n  timeZone: Etc/UTC\n  jobTemplate:\n    spec:\n      template:\n        spec:\n          restartPolicy: Never\n          containers:\n            - name: job\n              image: your-image\n              command: ["/bin/sh", "-c"]\n              args: ['/path/to/job; s=$?; ${CURL} "${url}?s=$s"; exit $s']`,
      "The image needs a shell and curl; keep the URL in a Secret if others may read the manifest.",
    ]),
    name("GitHub Actions", [
      `on:\n  schedule:\n    - cron: "${actionsSchedule(schedule)}"\n\njobs:\n  job:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ./job\n      - if: always()\n        run: ${CURL} "${url}?s=\${{ job.status == 'success' && '0' || '1' }}"`,
      "GitHub starts scheduled workflows late at times, and at most every 5 minutes.",
    ]),
    name("Ruby", [
      `require "net/http"\n\nrun_job\nNet::HTTP.get(URI("${url}"))`,
      "Needs no gem. An exception keeps the check-in from being sent.",
    ]),
    name("Python", [
      `from urllib.request import urlopen\n\nrun_job()\nurlopen("${url}", timeout=10)`,
      "Needs nothing but the standard library.",
    ]),
    name("Node", [
      `await runJob();\nawait fetch("${url}", { signal: AbortSignal.timeout(10_000) });`,
      "Node 18 and later.",
    ]),
    name("Go", [
      `package main\n\nimport (\n\t"net/http"\n\t"time"\n)\n\nfunc main() {\n\trunJob()\n\tclient := http.Client{Timeout: 10 * time.Second}\n\tif response, err := client.Get("${url}"); err == nil {\n\t\tresponse.Body.Close()\n\t}\n}`,
      "A check-in that fails does not fail the job.",
    ]),
    name("PHP", [
      `<?php\nrun_job();\nfile_get_contents("${url}", false, stream_context_create(["http" => ["timeout" => 10]]));`,
      "Needs allow_url_fopen, which is on by default.",
    ]),
    name("PowerShell", [
      `& C:\\path\\to\\job.ps1\nInvoke-RestMethod -TimeoutSec 10 -Uri "${url}"`,
      "For Task Scheduler. With $ErrorActionPreference = 'Stop' a failing job does not check in.",
    ]),
  ];
}

/** GitHub's shortest schedule is five minutes. */
const actionsSchedule = (schedule: string) => schedule.replace(/^(\*|\*\/[1-4]) /, "*/5 ");
