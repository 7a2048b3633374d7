import type { SnippetTimes } from "./snippet-times";
import { EXAMPLE_JOB } from "./with-job";

/**
 * Silent on success, and never lets the job hang. Tries again for half a minute, also while nothing listens: Tattle may be
 * restarting. Without `--retry-connrefused`, which curl has since 7.52, it would give up at once.
 */
export const CURL = "curl -fsS -m 10 --retry 5 --retry-connrefused -o /dev/null";

/** The pauses before each attempt, in seconds, which are those of `curl --retry 5`. */
export const WAITS = [0, 1, 2, 4, 8, 16].join(", ");

export type Snippet = { name: string; lines: { text: string; note: string }[] };

/** How to check in from each environment, with the times of the job where an environment has some. */
export function snippetsFor(url: string, times: SnippetTimes): Snippet[] {
  const { cron, timer, timezone, inexact } = times;
  const isUtc = timezone === "UTC";
  const crontab = (command: string) =>
    [...(isUtc ? [] : [`CRON_TZ=${timezone}`]), ...cron.map((time) => `${time} ${command}`)].join("\n");
  const cronNote =
    inexact === "cron" ? " Cron cannot express the schedule exactly: these times are examples." : "";
  const crontabNote = isUtc
    ? ""
    : ` Debian and Ubuntu ignore CRON_TZ: there, the machine itself has to be on ${timezone} time.`;
  const timerNote =
    inexact === "timer" ? " OnCalendar cannot express the schedule: these times are examples." : "";
  const name = (text: string, ...lines: [text: string, note: string][]): Snippet => ({
    name: text,
    lines: lines.map(([text, note]) => ({ text, note })),
  });
  return [
    name(
      "Crontab",
      [
        crontab(`${EXAMPLE_JOB} && ${CURL} ${url}`),
        `Checks in when the job succeeds. Curl before 7.52 doesn’t support --retry-connrefused.${crontabNote}${cronNote}`,
      ],
      [
        crontab(`${EXAMPLE_JOB}; ${CURL} "${url}?s=$?"`),
        "Checks in with the exit status, so a failing job raises an alert immediately.",
      ],
    ),
    name(
      "curl",
      [`${CURL} ${url}`, "Prints nothing on success, and retries for half a minute on failure."],
      [
        `${CURL} ${url} --data-urlencode "m=42 rows backed up"`,
        "With a message that shows in the history. Add ?s=1 to the URL to report an error.",
      ],
    ),
    name("Shell", [
      `tattle() {\n  "$@"\n  local status=$?\n  ${CURL} "${url}?s=$status"\n  return $status\n}\n\ntattle ${EXAMPLE_JOB}`,
      "Wraps any command and keeps its exit status.",
    ]),
    name(
      "systemd",
      [
        `[Service]\nType=oneshot\nExecStart=${EXAMPLE_JOB}\nExecStopPost=/bin/sh -c '${CURL} "${url}?s=$EXIT_STATUS"'`,
        "In the .service file that a timer starts: it checks in however the job ends. A job that is killed reports the signal.",
      ],
      [
        `[Timer]\n${timer.join("\n")}\n${timer[0]?.startsWith("OnCalendar=") ? "Persistent=true\n" : ""}\n[Install]\nWantedBy=timers.target`,
        `In the .timer file of the same name.${timerNote}`,
      ],
    ),
    name("Kubernetes", [
      `apiVersion: batch/v1\nkind: CronJob\nmetadata:\n  name: job\nspec:\n  schedule: "${cron[0]}"\n  timeZone: ${isUtc ? "Etc/UTC" : timezone}\n  jobTemplate:\n    spec:\n      template:\n        spec:\n          restartPolicy: Never\n          containers:\n            - name: job\n              image: your-image\n              command: ["/bin/sh", "-c"]\n              args: ['${EXAMPLE_JOB}; s=$?; ${CURL} "${url}?s=$s"; exit $s']`,
      `The image needs a shell and curl; keep the URL in a Secret if others may read the manifest.${cron.length > 1 ? " The schedule has several lines: make a CronJob for each." : ""}${cronNote}`,
    ]),
    name("GitHub Actions", [
      `on:\n  schedule:\n${cron.map((time) => `    - cron: "${actionsSchedule(time)}"\n`).join("")}\njobs:\n  job:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ./job\n      - if: always()\n        run: ${CURL} "${url}?s=\${{ job.status == 'success' && '0' || '1' }}"`,
      `GitHub sometimes starts scheduled workflows late, and at most every 5 minutes.${isUtc ? "" : ` Its times are in UTC: convert those of ${timezone}.`}`,
    ]),
    name("Ruby", [
      `require "net/http"\n\nrun_job\n[${WAITS}].each do |wait|\n  sleep wait\n  break if Net::HTTP.get_response(URI("${url}")).is_a?(Net::HTTPSuccess)\nrescue StandardError\n  next\nend`,
      "Needs no gems. If the job raises an exception, no check-in is sent.",
    ]),
    name("Python", [
      `import time\nfrom urllib.request import urlopen\n\nrun_job()\nfor wait in (${WAITS}):\n    time.sleep(wait)\n    try:\n        urlopen("${url}", timeout=10)\n        break\n    except OSError:\n        pass`,
      "Needs only the standard library.",
    ]),
    name("Node", [
      `import { setTimeout as sleep } from "node:timers/promises";\n\nawait runJob();\nfor (const wait of [${WAITS}]) {\n  await sleep(wait * 1000);\n  const signal = AbortSignal.timeout(10_000);\n  const response = await fetch("${url}", { signal }).catch(() => null);\n  if (response?.ok) break;\n}`,
      "Node 18 and later.",
    ]),
    name("Go", [
      `package main\n\nimport (\n\t"net/http"\n\t"time"\n)\n\nfunc main() {\n\trunJob()\n\tclient := http.Client{Timeout: 10 * time.Second}\n\tfor _, wait := range []time.Duration{${WAITS}} {\n\t\ttime.Sleep(wait * time.Second)\n\t\tif response, err := client.Get("${url}"); err == nil {\n\t\t\tresponse.Body.Close()\n\t\t\tif response.StatusCode < 300 {\n\t\t\t\tbreak\n\t\t\t}\n\t\t}\n\t}\n}`,
      "A check-in that fails does not fail the job.",
    ]),
    name("PHP", [
      `<?php\nrun_job();\n$options = stream_context_create(["http" => ["timeout" => 10]]);\nforeach ([${WAITS}] as $wait) {\n    sleep($wait);\n    if (@file_get_contents("${url}", false, $options) !== false) {\n        break;\n    }\n}`,
      "Needs allow_url_fopen, which is on by default.",
    ]),
    name("PowerShell", [
      `& C:\\path\\to\\job.ps1\nforeach ($wait in ${WAITS}) {\n  Start-Sleep $wait\n  try { Invoke-RestMethod -TimeoutSec 10 -Uri "${url}" | Out-Null; break } catch { }\n}`,
      "For Task Scheduler. With $ErrorActionPreference = 'Stop' a failing job does not check in.",
    ]),
  ];
}

/** GitHub's shortest schedule is five minutes. */
const actionsSchedule = (schedule: string) => schedule.replace(/^(\*|\*\/[1-4]) /, "*/5 ");
