import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aRespondingServer, type RespondingServer } from "@/testing/responding-server";
import { aStateFolder, RUN_PROGRAMS, runCommand, TATTLE } from "@/testing/tattle";
import { findMissing, ROOT, TwoUsers } from "@/testing/two-users";

let server: RespondingServer;
beforeAll(async () => {
  server = await aRespondingServer();
});
afterAll(() => server.close());

/** The numbers of the report of the end. */
function reportedMetrics(): Record<string, string> {
  const [finish] = server.requests.filter((each) => /^POST \/job\/\d/.test(each));
  const [target = ""] = finish?.split("\n") ?? [];
  const query = new URL(target.split(" ")[1] ?? "", server.url).searchParams;
  return Object.fromEntries([...query].filter(([name]) => name.startsWith("metric.")));
}

async function runMeasured(
  command: string[],
  options: string[],
  job: string,
): Promise<Record<string, string>> {
  server.requests.length = 0;
  const state = aStateFolder();
  const args = [...command, "--snitch", `${server.url}/job`, ...options, "--", "sh", "-c", job];
  const ended = await runCommand(args, { env: { TATTLE_STATE_DIR: state } });
  rmSync(state, { recursive: true, force: true });
  expect([ended.status, ended.stderr]).toEqual([0, ""]);
  return reportedMetrics();
}

describe.each(RUN_PROGRAMS.filter(({ isMissing }) => !isMissing))("$name", ({ command }) => {
  test("reports the size and age of what the job wrote, and that it wrote nothing", async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "tattle-measured-"));
    const file = path.join(folder, "db.dump");
    const age = expect.stringMatching(/^\d+$/);
    const found = { "metric.file_count": "1", "metric.file_bytes": "5", "metric.file_age_seconds": age };
    expect(await runMeasured(command, ["--file", file], `printf 12345 > ${file}`)).toEqual(found);
    symlinkSync("/etc/passwd", path.join(folder, "link.dump"));
    mkdirSync(path.join(folder, "folder.dump"));
    expect(await runMeasured(command, ["--file", path.join(folder, "*.dump")], "true")).toEqual(found);
    expect(await runMeasured(command, ["--file", file], `rm ${file}`)).toEqual({
      "metric.file_count": "0",
      "metric.file_bytes": "0",
    });
    rmSync(folder, { recursive: true });
  });

  test.skipIf(findMissing() !== null)(
    "root finds nothing behind a link of another user, and waits for no pipe",
    async () => {
      const world = new TwoUsers();
      const [program = ""] = command.filter((each) => each.includes("/tattle")).slice(-1);
      const copy = world.install(program);
      const start = command.map((word) => (word === program ? copy : word));
      const files = path.join(world.attackersHome, "files");
      const inside = (name: string) => path.join(world.attackersHome, name);
      world.linkAsAttacker(world.runnersHome, files);
      world.linkAsAttacker(world.secret, inside("link"));
      world.pipeAsAttacker(inside("pipe"));
      const before = world.describeForeign();
      for (const file of [
        path.join(files, "secret"),
        path.join(files, "*"),
        inside("link"),
        inside("pipe"),
      ]) {
        server.requests.length = 0;
        const args = [...start, "--snitch", `${server.url}/job`, "--file", file, "--", "true"];
        const ended = await world.run(ROOT, args, { TATTLE_STATE_DIR: path.join(world.folder, "state") });
        expect([ended.status, ended.signal]).toEqual([0, null]);
        expect(reportedMetrics(), file).toEqual({ "metric.file_count": "0", "metric.file_bytes": "0" });
      }
      expect(world.describeForeign()).toEqual(before);
      world.remove();
    },
  );
});

test("tattle run reports the numbers that a job wrote before those of its files", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tattle-measured-"));
  const [numbers, file] = [path.join(folder, "numbers"), path.join(folder, "file")];
  writeFileSync(file, "");
  for (let i = 0; i < 12; i += 1) appendFileSync(numbers, `n${i} ${i}\n`);
  const options = ["--metrics-from", numbers, "--file", file];
  const metrics = await runMeasured([...TATTLE, "run"], options, "true");
  expect(Object.keys(metrics).slice(0, 11)).toEqual([
    ...Array.from({ length: 10 }, (_, i) => `metric.n${i}`),
    "metric.file_count",
  ]);
  rmSync(folder, { recursive: true });
});
