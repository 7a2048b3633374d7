import type { SnippetTimes } from "./snippet-times";
import { CURL, type Snippet } from "./snippets";

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
        `${cron[0]} ${CURL} ${url}/start; /path/to/job; s=$?; ${CURL} ${url}/$s; exit $s`,
        "Reports the start, and the end with the exit status, which cron sees as before.",
      ],
      [
        `${cron[0]} ${CURL} ${url}/start; o=$(/path/to/job 2>&1); s=$?; echo "$o" | ${CURL} --data-binary @- ${url}/$s; exit $s`,
        "The same with what the job prints.",
      ],
    ),
    name(
      "curl",
      [`curl ${url}/start`, "When the job starts."],
      [
        `/path/to/job > job.log 2>&1; curl --data-binary @job.log ${url}/$?`,
        "When it ends: with its exit status and its output.",
      ],
    ),
    name("Shell", [
      `tattle() {\n  local id="$$-$(date +%s)" output code\n  ${CURL} "${url}/start?rid=$id"\n  output=$("$@" 2>&1)\n  code=$?\n  printf '%s\\n' "$output"\n  printf '%s\\n' "$output" | ${CURL} --data-binary @- "${url}/$code?rid=$id"\n  return $code\n}\n\ntattle /path/to/job`,
      "Wraps any command; keeps its output and its exit status. The run has an id, so that runs may overlap.",
    ]),
    name("systemd", [
      `[Service]\nType=oneshot\nExecStartPre=-/bin/sh -c '${CURL} "${url}/start?rid=$INVOCATION_ID"'\nExecStart=/path/to/job\nExecStopPost=/bin/sh -c '${CURL} "${url}?s=$EXIT_STATUS&rid=$INVOCATION_ID"'`,
      "In the .service file. The id of the run is the one that journalctl shows.",
    ]),
    name("Ruby", [
      `require "net/http"\nrequire "securerandom"\n\nrid = SecureRandom.uuid\ntattle = lambda do |signal, output = ""|\n  Net::HTTP.post(URI("${url}/#{signal}?rid=#{rid}"), output)\nrescue StandardError\n  nil\nend\n\ntattle.call("start")\nbegin\n  run_job\nrescue => error\n  tattle.call("fail", error.full_message(highlight: false))\n  raise\nend\ntattle.call("success")`,
      "Needs no gem. An exception is the output of the run.",
    ]),
    name("Python", [
      `from traceback import format_exc\nfrom urllib.request import urlopen\nfrom uuid import uuid4\n\nrid = uuid4()\n\ndef tattle(signal, output=""):\n    try:\n        urlopen(f"${url}/{signal}?rid={rid}", output.encode(), timeout=10)\n    except OSError:\n        pass\n\ntattle("start")\ntry:\n    run_job()\nexcept Exception:\n    tattle("fail", format_exc())\n    raise\ntattle("success")`,
      "Needs nothing but the standard library. An exception is the output of the run.",
    ]),
    name("Node", [
      `const rid = crypto.randomUUID();\nconst tattle = (name, body) =>\n  fetch(\`${url}/\${name}?rid=\${rid}\`, {\n    method: "POST",\n    body,\n    signal: AbortSignal.timeout(10_000),\n  }).catch(() => {});\n\nawait tattle("start");\ntry {\n  await runJob();\n  await tattle("success");\n} catch (error) {\n  await tattle("fail", error.stack);\n  throw error;\n}`,
      "Node 20 and later. An error is the output of the run.",
    ]),
    name("Go", [
      `package main\n\nimport (\n\t"net/http"\n\t"os"\n\t"strconv"\n\t"strings"\n\t"time"\n)\n\nvar rid = strconv.FormatInt(time.Now().UnixNano(), 36)\n\nfunc tattle(signal, output string) {\n\tclient := http.Client{Timeout: 10 * time.Second}\n\turl := "${url}/" + signal + "?rid=" + rid\n\tif response, err := client.Post(url, "text/plain", strings.NewReader(output)); err == nil {\n\t\tresponse.Body.Close()\n\t}\n}\n\nfunc main() {\n\ttattle("start", "")\n\tif err := runJob(); err != nil {\n\t\ttattle("fail", err.Error())\n\t\tos.Exit(1)\n\t}\n\ttattle("success", "")\n}`,
      "A check-in that fails does not fail the job. An error is the output of the run.",
    ]),
    name("PHP", [
      `<?php\n$rid = bin2hex(random_bytes(8));\n$tattle = fn($signal, $output = "") => @file_get_contents("${url}/$signal?rid=$rid", false, stream_context_create([\n    "http" => ["method" => "POST", "header" => "Content-Type: text/plain", "content" => $output, "timeout" => 10],\n]));\n\n$tattle("start");\ntry {\n    run_job();\n    $tattle("success");\n} catch (Throwable $error) {\n    $tattle("fail", (string) $error);\n    throw $error;\n}`,
      "Needs allow_url_fopen, which is on by default. An exception is the output of the run.",
    ]),
  ];
}
