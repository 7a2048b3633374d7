import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { toUuid } from "@/lib/rules/snitch-uuid";
import { listStoredCheckIns, openCheckInHttp, readStatus } from "@/testing/check-in-http";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";

let http: Awaited<ReturnType<typeof openCheckInHttp>>;
beforeAll(async () => {
  http = await openCheckInHttp();
});
afterAll(() => http.close());

const run = promisify(execFile);

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
  const { id: caseId } = await aCase({ plan: "unlimited" });
  const { key } = await createApiKey(caseId, { name: "Jobs", kind: "healthchecks" }, ACTOR);
  const snitch = await aSnitch({ caseId, slug: "job" });
  const line = command.replaceAll("HOST", http.url).replaceAll("UUID", toUuid(snitch)).replaceAll("KEY", key);

  const { stdout } = await run("sh", ["-c", line]);

  expect(stdout).toBe("OK");
  expect((await listStoredCheckIns(snitch.id)).at(-1)).toMatchObject(row);
  expect(await readStatus(snitch.id)).toBe(status);
});
