import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { runApiServer } from "@/testing/api-server";
import { listStoredCheckIns, listStoredRuns, openCheckInHttp, readStatus } from "@/testing/check-in-http";
import { ACTOR, aSnitch } from "@/testing/factories";
import { lacks } from "@/testing/languages";
import { aClient, type Client } from "@/testing/requests";
import { aStateFolder, runCommand, runOnTerminal, TATTLE } from "@/testing/tattle";

const { CHECK_IN_URL } = env;
let checkIns: Awaited<ReturnType<typeof openCheckInHttp>>;
beforeAll(async () => {
  checkIns = await openCheckInHttp();
  env.CHECK_IN_URL = checkIns.url;
});
afterAll(() => {
  env.CHECK_IN_URL = CHECK_IN_URL;
  checkIns.close();
});
const apiUrl = runApiServer(() => checkIns.url);

/** Runs commands with a key of a new case, and a folder of its own for what they keep. */
async function aUser(client?: Client) {
  const { theCase, key } = client ?? (await aClient({ plan: "unlimited" }));
  const state = aStateFolder();
  onTestFinished(() => rmSync(state, { recursive: true }));
  const variables = {
    TATTLE_URL: apiUrl(),
    TATTLE_KEY: key,
    TATTLE_STATE_DIR: state,
    XDG_CONFIG_HOME: state,
  };
  const tattle = async (args: string[], { input, ...more }: Record<string, string> = {}) => {
    const { status, stdout, stderr } = await runCommand([...TATTLE, ...args], {
      env: { ...variables, ...more },
      input,
    });
    return { status, stdout: stdout.toString(), stderr };
  };
  /** What a person sees. */
  const see = (args: string[]) => runOnTerminal([...TATTLE, ...args], { ...variables, NO_COLOR: "1" });
  return { theCase, key, state, tattle, see };
}

test("in a pipe, lists are JSON lines, which are those of the API", async () => {
  const { theCase, tattle } = await aUser();
  await aSnitch({ caseId: theCase.id, name: "Backup", status: "failed", deadline: new Date(), tags: ["db"] });
  await aSnitch({ caseId: theCase.id, name: "Report" });

  const { stdout, status } = await tattle(["list", "--status", "missing", "--tag", "db"]);

  expect(status).toBe(0);
  expect(
    stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toMatchObject([{ name: "Backup", status: "failed" }]);
});

test("a run by its slug makes the snitch, with the schedule that the crontab has", async () => {
  const { theCase, tattle } = await aUser();
  const terms = ["--schedule", "0 3 * * *", "--timezone", "Europe/Riga", "--grace", "15m"];

  const ended = await tattle(["run", "--slug", "Nightly backup", ...terms, "--", "echo", "done"]);
  await tattle(["run", "--slug", "Nightly backup", ...terms, "--", "true"]);

  expect(ended).toEqual({ status: 0, stdout: "done\n", stderr: "" });
  const [snitch, ...others] = await db.snitch.findMany({ where: { caseId: theCase.id } });
  expect(others).toEqual([]);
  expect(snitch).toMatchObject({
    slug: "nightly-backup",
    name: "Nightly backup",
    timezone: "Europe/Riga",
    grace: 900,
  });
  expect(await listStoredRuns(snitch?.id ?? "")).toHaveLength(2);
});

test("a key that only checks in is enough for a run, and says so where it is not", async () => {
  const { theCase, tattle } = await aUser();
  const { key } = await createApiKey(theCase.id, { name: "Jobs", access: "ping" }, ACTOR);

  const run = await tattle(["run", "--slug", "job", "--", "true"], { TATTLE_KEY: key });
  const list = await tattle(["list"], { TATTLE_KEY: key });

  expect(run).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(list.status).toBe(3);
  expect(list.stderr).toContain("may only send check-ins");
});

test("a snitch is checked in, paused, and monitored again", async () => {
  const { theCase, tattle } = await aUser();
  const snitch = await aSnitch({
    caseId: theCase.id,
    status: "healthy",
    deadline: new Date(Date.now() + 1e9),
  });

  expect((await tattle(["ping", snitch.token])).stdout).toBe("Recorded.\n");
  expect((await tattle(["pause", snitch.token])).status).toBe(0);
  expect(await readStatus(snitch.id)).toBe("paused");
  expect((await tattle(["unpause", snitch.token])).status).toBe(0);

  expect(await readStatus(snitch.id)).not.toBe("paused");
  expect(await listStoredCheckIns(snitch.id)).toHaveLength(1);
});

test("an incident is found by its snitch, acknowledged and snoozed; the output of its run is shown", async () => {
  const { tattle } = await aUser();
  await tattle(["run", "--slug", "job", "--", "sh", "-c", "echo no space left; exit 2"]);
  const [{ snitch }] = JSON.parse(`[${(await tattle(["incidents"])).stdout.trim()}]`);

  expect((await tattle(["ack", snitch])).stdout).toBe("Acknowledged.\n");
  expect((await tattle(["snooze", snitch, "2h"])).stdout).toMatch(/^No alerts until .+ UTC\.\n$/);

  expect((await tattle(["output", snitch])).stdout).toBe("no space left\n");
  expect(JSON.parse((await tattle(["runs", snitch])).stdout)).toMatchObject({ exit_status: "2" });
  expect((await tattle(["open", snitch])).stdout).toBe(`${apiUrl()}/snitches/${snitch}\n`);
  const incident = await db.incident.findFirstOrThrow({ where: { snitch: { token: snitch } } });
  expect(incident.acknowledgedAt).not.toBeNull();
});

test.skipIf(lacks("script"))(
  "at night, a terminal says what is wrong, where, why and since when",
  async () => {
    const { theCase, tattle, see } = await aUser();
    await tattle(["run", "--slug", "Nightly backup", "--", "sh", "-c", "echo no space left; exit 2"]);
    const plain = await aSnitch({ caseId: theCase.id, name: "Import", status: "pending" });
    await fetch(`${checkIns.url}/${plain.token}`);
    await fetch(`${checkIns.url}/${plain.token}?s=1&m=no+network`);
    const { token } = await db.snitch.findFirstOrThrow({
      where: { caseId: theCase.id, name: "Nightly backup" },
    });
    const { id } = await db.incident.findFirstOrThrow({ where: { snitch: { token } } });

    const [incidents = "", list, show] = await Promise.all(
      [["incidents"], ["list"], ["show", token]].map((args) => see(args)),
    );

    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`;
    expect(incidents).toMatch(
      new RegExp(
        `^critical: Import\n {2}exit status 1: no network\n {2}since ${time}\n {2}http.+\n\n` +
          `critical: Nightly backup\n {2}exit status 2: no space left\n {2}on ${hostname()} since ${time}\n {2}.+/${id}\n$`,
      ),
    );
    expect(list).toMatch(new RegExp(`${plain.token} +errored +${time}, an error +Import\n`));
    expect(list).toMatch(new RegExp(`${token} +errored +${time}, an error +Nightly backup\n`));
    expect(show).toMatch(
      new RegExp(`^Nightly backup\n\nStatus +errored\nSince +${time}\nCause +exit status 2: no space left\n`),
    );
    expect(show).not.toMatch(/\dT\d|[{}]/);
    // The address that the list shows is enough.
    expect((await tattle(["ack", `${apiUrl()}/acme/incidents/${id}`])).stdout).toBe("Acknowledged.\n");
    expect(await see(["incidents"])).toContain("\n  acknowledged ");
  },
  60_000,
);

test("a run without output says why it has none", async () => {
  const { theCase, tattle } = await aUser();
  const slugs = ["quiet", "db7-backup-0123456789abcdef"];
  await Promise.all(slugs.map((slug) => tattle(["run", "--slug", slug, "--", "true"])));

  const [byItself, byCron] = await Promise.all(
    slugs.map(async (slug) => {
      const { token } = await db.snitch.findFirstOrThrow({ where: { caseId: theCase.id, slug } });
      return tattle(["output", token]);
    }),
  );

  expect([byItself?.status, byCron?.status]).toEqual([1, 1]);
  expect(byItself?.stderr).toMatch(
    /^tattle: No output is stored for this run\. The job printed nothing, or .+\n$/,
  );
  expect(byCron?.stderr).toMatch(
    /^tattle: No output is stored for this run\. `tattle discover` watches this job: cron mails what the job prints.+\n$/,
  );
});

test("login tries the key, and keeps it where only its owner can read it", async () => {
  const { key, state, tattle } = await aUser();
  const file = path.join(state, "tattle", "config.json");
  const nothing = { TATTLE_URL: "", TATTLE_KEY: "" };

  const wrong = await tattle(["login", apiUrl()], { ...nothing, input: "not-a-key\n" });
  const right = await tattle(["login", apiUrl()], { ...nothing, input: `${key}\n` });

  expect(wrong.status).toBe(3);
  expect(right.stdout).toBe(`Saved in ${file}.\n`);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ url: apiUrl(), key });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await tattle(["list"], nothing)).status).toBe(0);

  chmodSync(file, 0o644);
  const open = await tattle(["list"], nothing);
  expect([open.status, open.stderr]).toEqual([
    3,
    `tattle: Other users can read the key in ${file}. Run: chmod 600 ${file}\n`,
  ]);
  // The job runs all the same.
  expect(await tattle(["run", "--", "echo", "ran"], nothing)).toMatchObject({ status: 0, stdout: "ran\n" });
});

test("the key of the settings is not sent to another address", async () => {
  const { key, state, tattle } = await aUser();
  mkdirSync(path.join(state, "tattle"));
  const config = JSON.stringify({ url: "https://another.example", key });
  writeFileSync(path.join(state, "tattle", "config.json"), config, { mode: 0o600 });

  const { status, stderr } = await tattle(["list"], { TATTLE_KEY: "" });

  expect(status).toBe(3);
  expect(stderr).toContain(`No key for ${apiUrl()} is set.`);
});

test("doctor finds what is wrong, and says what to do", async () => {
  const { tattle } = await aUser();

  const well = await tattle(["doctor"]);
  const ill = await tattle(["doctor", "--url", "http://127.0.0.1:9"]);

  expect([well.status, well.stdout]).toEqual([0, expect.stringContaining(`check-ins go to ${checkIns.url}`)]);
  expect(ill.status).toBe(1);
  expect(ill.stdout).toContain('"what":"server","state":"wrong","found":"the connection was refused"');
});

test.each([
  ["a server that is away", ["list", "--url", "http://127.0.0.1:9"], 4],
  ["a key that is wrong", ["list"], 3],
  ["a snitch that is not there", ["show", "nosuchtoken"], 1],
  ["a command that there is not", ["lsit"], 2],
])("%s has an exit status of its own, and one line", async (what, args, expected) => {
  const { tattle } = await aUser();

  const { status, stdout, stderr } = await tattle(args, what.includes("key") ? { TATTLE_KEY: "wrong" } : {});

  expect([status, stdout]).toEqual([expected, ""]);
  expect(stderr.trim().split("\n").length).toBeLessThanOrEqual(2);
});

test("a machine that no longer exists is removed, and the snitches that ran there last are named, paused or deleted", async () => {
  const { theCase, tattle } = await aUser();
  await aSnitch({ caseId: theCase.id, name: "elsewhere" });
  for (const name of ["one", "two"]) {
    const { token } = await aSnitch({ caseId: theCase.id, name });
    await fetch(`${checkIns.url}/${token}/0?rid=${name}&host=db7`, { method: "POST" });
  }
  const remove = (...options: string[]) => tattle(["machine", "remove", "db7", ...options]);
  const listNames = async () =>
    (await db.snitch.findMany({ where: { caseId: theCase.id }, orderBy: { name: "asc" } })).map(
      ({ name, status }) => `${name}: ${status}`,
    );

  expect((await remove()).stdout).toContain("2 snitches are still monitored and will alert");
  expect(await db.machine.count({ where: { caseId: theCase.id } })).toBe(0);
  expect((await remove("--pause")).stdout).toContain("2 snitches paused");
  expect(await listNames()).toEqual(["elsewhere: pending", "one: paused", "two: paused"]);
  expect((await remove("--remove")).stdout).toContain("2 snitches deleted");
  expect(await listNames()).toEqual(["elsewhere: pending"]);
  expect(await remove()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("No job has reported from db7."),
  });
});
