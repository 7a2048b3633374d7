import type { SnippetTimes } from "./snippet-times";
import { CURL, type Snippet, WAITS } from "./snippets";
import { EXAMPLE_JOB } from "./with-job";

/** How to report the start, the end and the output of a run from each environment. */
export function runSnippetsFor(url: string, { cron }: Pick<SnippetTimes, "cron">): Snippet[] {
  const name = (text: string, ...lines: [text: string, note: string][]): Snippet => ({
    name: text,
    lines: lines.map(([text, note]) => ({ text, note })),
  });
  return [
    name(
      "Crontab",
      [
        `${cron[0]} ${CURL} ${url}/start; ${EXAMPLE_JOB}; s=$?; ${CURL} ${url}/$s; exit $s`,
        "Reports the start, and the end with the exit status, which cron still sees. If Tattle is unavailable, the job starts up to half a minute late.",
      ],
      [
        `${cron[0]} ${CURL} ${url}/start; o=$(${EXAMPLE_JOB} 2>&1); s=$?; echo "$o" | ${CURL} --data-binary @- ${url}/$s; exit $s`,
        "The same with what the job prints.",
      ],
    ),
    name(
      "curl",
      [`${CURL} ${url}/start`, "When the job starts."],
      [
        `${EXAMPLE_JOB} > job.log 2>&1; ${CURL} --data-binary @job.log ${url}/$?`,
        "When it ends: with its exit status and its output.",
      ],
    ),
    name("Shell", [
      `tattle() {\n  local id="$$-$(date +%s)" output code\n  ${CURL} "${url}/start?rid=$id"\n  output=$("$@" 2>&1)\n  code=$?\n  printf '%s\\n' "$output"\n  printf '%s\\n' "$output" | ${CURL} --data-binary @- "${url}/$code?rid=$id"\n  return $code\n}\n\ntattle ${EXAMPLE_JOB}`,
      "Wraps any command and keeps its output and exit status. Each run has an id, so runs may overlap.",
    ]),
    name("systemd", [
      `[Service]\nType=oneshot\nExecStartPre=-/bin/sh -c '${CURL} "${url}/start?rid=$INVOCATION_ID"'\nExecStart=${EXAMPLE_JOB}\nExecStopPost=/bin/sh -c '${CURL} "${url}?s=$EXIT_STATUS&rid=$INVOCATION_ID"'`,
      "In the .service file. The run id is the one that journalctl shows.",
    ]),
    name("Ruby", [
      `require "net/http"\nrequire "securerandom"\n\nrid = SecureRandom.uuid\ntattle = lambda do |signal, output = ""|\n  [${WAITS}].each do |wait|\n    sleep wait\n    break if Net::HTTP.post(URI("${url}/#{signal}?rid=#{rid}"), output).is_a?(Net::HTTPSuccess)\n  rescue StandardError\n    next\n  end\nend\n\ntattle.call("start")\nbegin\n  run_job\nrescue => error\n  tattle.call("fail", error.full_message(highlight: false))\n  raise\nend\ntattle.call("success")`,
      "Needs no gems. An exception becomes the output of the run.",
    ]),
    name("Python", [
      `import time\nfrom traceback import format_exc\nfrom urllib.request import urlopen\nfrom uuid import uuid4\n\nrid = uuid4()\n\ndef tattle(signal, output=""):\n    for wait in (${WAITS}):\n        time.sleep(wait)\n        try:\n            urlopen(f"${url}/{signal}?rid={rid}", output.encode(), timeout=10)\n            break\n        except OSError:\n            pass\n\ntattle("start")\ntry:\n    run_job()\nexcept Exception:\n    tattle("fail", format_exc())\n    raise\ntattle("success")`,
      "Needs only the standard library. An exception becomes the output of the run.",
    ]),
    name("Node", [
      `import { setTimeout as sleep } from "node:timers/promises";\n\nconst rid = crypto.randomUUID();\nasync function tattle(name, body) {\n  for (const wait of [${WAITS}]) {\n    await sleep(wait * 1000);\n    const signal = AbortSignal.timeout(10_000);\n    const options = { method: "POST", body, signal };\n    const response = await fetch(\`${url}/\${name}?rid=\${rid}\`, options).catch(() => null);\n    if (response?.ok) break;\n  }\n}\n\nawait tattle("start");\ntry {\n  await runJob();\n  await tattle("success");\n} catch (error) {\n  await tattle("fail", error.stack);\n  throw error;\n}`,
      "Node 20 and later. An error becomes the output of the run.",
    ]),
    name("Go", [
      `package main\n\nimport (\n\t"net/http"\n\t"os"\n\t"strconv"\n\t"strings"\n\t"time"\n)\n\nvar rid = strconv.FormatInt(time.Now().UnixNano(), 36)\n\nfunc tattle(signal, output string) {\n\tclient := http.Client{Timeout: 10 * time.Second}\n\turl := "${url}/" + signal + "?rid=" + rid\n\tfor _, wait := range []time.Duration{${WAITS}} {\n\t\ttime.Sleep(wait * time.Second)\n\t\tif response, err := client.Post(url, "text/plain", strings.NewReader(output)); err == nil {\n\t\t\tresponse.Body.Close()\n\t\t\tif response.StatusCode < 300 {\n\t\t\t\tbreak\n\t\t\t}\n\t\t}\n\t}\n}\n\nfunc main() {\n\ttattle("start", "")\n\tif err := runJob(); err != nil {\n\t\ttattle("fail", err.Error())\n\t\tos.Exit(1)\n\t}\n\ttattle("success", "")\n}`,
      "A check-in that fails does not fail the job. An error becomes the output of the run.",
    ]),
    name("PHP", [
      `<?php\n$rid = bin2hex(random_bytes(8));\n$tattle = function ($signal, $output = "") use ($rid) {\n    $options = stream_context_create([\n        "http" => ["method" => "POST", "header" => "Content-Type: text/plain", "content" => $output, "timeout" => 10],\n    ]);\n    foreach ([${WAITS}] as $wait) {\n        sleep($wait);\n        if (@file_get_contents("${url}/$signal?rid=$rid", false, $options) !== false) {\n            break;\n        }\n    }\n};\n\n$tattle("start");\ntry {\n    run_job();\n    $tattle("success");\n} catch (Throwable $error) {\n    $tattle("fail", (string) $error);\n    throw $error;\n}`,
      "Needs allow_url_fopen, which is on by default. An exception becomes the output of the run.",
    ]),
  ];
}
