import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { toUuid } from "@/lib/rules/snitch-uuid";
import { listStoredCheckIns, listStoredRuns, openCheckInHttp, readStatus } from "@/testing/check-in-http";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";

let http: Awaited<ReturnType<typeof openCheckInHttp>>;
beforeAll(async () => {
  http = await openCheckInHttp();
});
afterAll(() => http.close());

const run = promisify(execFile);

async function aJob(kind: "cronitor" | "healthchecks") {
  const { id: caseId } = await aCase({ plan: "unlimited" });
  const { key } = await createApiKey(caseId, { name: "Jobs", kind }, ACTOR);
  const snitch = await aSnitch({ caseId, slug: "job" });
  const commandOf = (line: string) =>
    line
      .replaceAll("HOST", http.url)
      .replaceAll("TOKEN", snitch.token)
      .replaceAll("UUID", toUuid(snitch))
      .replaceAll("KEY", key);
  return { snitch, commandOf };
}

/** Runs a command of a shell, in which the host is that of the check-in server. */
async function shell(command: string): Promise<string> {
  const { stdout } = await run("sh", ["-c", command]);
  return stdout;
}

/** The lines that each tool's documentation shows, with `fail` added, so that an error is one. */
const LINES: [tool: string, command: string, printed: string][] = [
  ["Uptime Kuma", 'curl -fsS "HOST/api/push/TOKEN?status=up&msg=OK&ping="', '{"ok":true}'],
  ["Uptime Kuma", 'curl -fsS "HOST/api/push/TOKEN?status=down&msg=disk%20full&ping=12"', '{"ok":true}'],
  ["Better Stack", "curl -fsS HOST/api/v1/heartbeat/TOKEN", "OK\n"],
  ["Better Stack", "false; curl -fsS HOST/api/v1/heartbeat/TOKEN/$?", "OK\n"],
  ["Better Stack", 'out=$(echo "disk = full"); curl -fsS -d "$out" HOST/api/v1/heartbeat/TOKEN/fail', "OK\n"],
  ["Better Stack", "curl -fsSI HOST/api/v1/heartbeat/TOKEN | head -n 1", "HTTP/1.1 200 OK\r\n"],
  ["Checkly", "curl -fsS -m 5 --retry 3 HOST/heartbeats/ping/UUID", "OK\n"],
  ["Checkly", 'curl -fsS -X "POST" -m 5 --retry 3 HOST/heartbeats/ping/UUID', "OK\n"],
  ["Checkly", 'curl -fsS -m 5 --retry 3 -H "Origin: backup-server-prod" HOST/heartbeats/ping/UUID', "OK\n"],
  ["Honeybadger", "curl -fsS HOST/v1/check_in/TOKEN", ""],
  [
    "Honeybadger",
    `curl -fsS -X POST HOST/v1/check_in/TOKEN -H "Content-Type: application/json" -d '{ "check_in": { "status": "error", "duration": 1234, "stdout": "backup failed", "stderr": "", "exit_code": 1 } }'`,
    "",
  ],
  [
    "Gatus",
    'curl -fsS -X POST "HOST/api/v1/endpoints/core_ext-ep-test/external?success=true&error=&duration=10s" -H "Authorization: Bearer TOKEN"',
    "",
  ],
  ["Cronitor", "curl -fsS HOST/p/KEY/job", "OK"],
  ["Cronitor", "curl -fsS HOST/p/KEY/job?state=run", "OK"],
  ["Cronitor", "curl -fsS HOST/p/KEY/job?state=complete", "OK"],
  ["Cronitor", "curl -fsS HOST/p/KEY/job?state=fail", "OK"],
  ["Cronitor", 'curl -fsS "HOST/p/KEY/job?metric=count:100&metric=error_count:5"', "OK"],
  [
    "Cronitor",
    'curl --fail --get -sS "HOST/p/KEY/job" --data-urlencode "state=complete" --data-urlencode "metric=queue_depth:142"',
    "OK",
  ],
  ["Cronitor", "curl -fsS HOST/TOKEN/run", "OK"],
];

test.each(LINES)("the line of %s works: %s", async (_, line, printed) => {
  const { snitch, commandOf } = await aJob("cronitor");

  expect(await shell(commandOf(line))).toBe(printed);
  expect(await listStoredCheckIns(snitch.id)).toHaveLength(1);
  const isFailure = /fail"? |fail$|false|down|"error"/.test(line.replace("--fail", ""));
  const isStart = /run$/.test(line);
  expect(await readStatus(snitch.id)).toBe(isStart ? "pending" : isFailure ? "errored" : "healthy");
});

/** Commands as the documentation of Healthchecks has them, with another host. */
test.each<[string, object, string]>([
  ["curl -m 10 --retry 5 HOST/ping/UUID", { kind: "finish", method: "GET" }, "healthy"],
  ["curl -fsS -m 10 --retry 5 HOST/ping/UUID/start", { kind: "start" }, "pending"],
  ["curl --retry 3 HOST/ping/UUID/fail", { exitStatus: "fail" }, "errored"],
  ["(exit 3); curl -fsS -m 10 --retry 5 HOST/ping/UUID/$?", { exitStatus: "3" }, "errored"],
  ["true; curl -fsS -m 10 --retry 5 HOST/ping/KEY/job/$?", { exitStatus: "0" }, "healthy"],
  [
    'm=$(echo "all & done = 5%" 2>&1); curl -fsS -m 10 --retry 5 --data-raw "$m" HOST/ping/UUID/0',
    { exitStatus: "0", message: "all & done = 5%", method: "POST" },
    "healthy",
  ],
  [
    "seq 3 | curl -fsS -m 10 --retry 5 --data-binary @- HOST/ping/KEY/job",
    { message: "1\n2\n3\n", method: "POST" },
    "healthy",
  ],
  ["seq 50000 | tail -c 100000 | curl -m 10 --data-binary @- HOST/ping/UUID/log", { kind: "log" }, "pending"],
  [
    "RID=$(cat /proc/sys/kernel/random/uuid); curl -fsS HOST/ping/UUID/start?rid=$RID >/dev/null; curl -fsS HOST/ping/UUID?rid=$RID",
    { kind: "finish", runId: expect.any(String) },
    "healthy",
  ],
])("%s is taken", async (command, row, status) => {
  const { snitch, commandOf } = await aJob("healthchecks");

  expect(await shell(commandOf(command))).toBe("OK");
  expect((await listStoredCheckIns(snitch.id)).at(-1)).toMatchObject(row);
  expect(await readStatus(snitch.id)).toBe(status);
});

test("what a job prints through a pipe is kept, although curl labels it as a form", async () => {
  const { id, token } = await aSnitch();

  await shell(
    `printf 's=0\\nm=1\\nlast line' | curl -fsS --data-binary @- ${http.url}/api/v1/heartbeat/${token}/3`,
  );

  expect(await listStoredCheckIns(id)).toMatchObject([{ exitStatus: "3", message: "s=0\nm=1\nlast line" }]);
  expect(await listStoredRuns(id)).toMatchObject([{ outcome: "failed", outputId: expect.any(String) }]);
});

test.each(["HOST/api/push/none", "HOST/api/v1/heartbeat/none", "HOST/v1/check_in/none", "HOST/p/none/job"])(
  "curl -f %s fails, so that a script notices",
  async (line) => {
    await expect(shell(`curl -fsS ${line.replace("HOST", http.url)}`)).rejects.toMatchObject({ code: 22 });
  },
);
