import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { env } from "@/lib/platform/env";
import { runApiServer } from "@/testing/api-server";
import { runCheckInServer } from "@/testing/check-in-server";
import { aClient, type Client, readResponse, send } from "@/testing/requests";
import { type EndOptions, endSnitches } from "../end-snitches";
import { readMoment } from "../moment";
import { deliver } from "../spool/deliver";
import type { Report } from "../spool/report";
import { adoptJobs } from "./adopt-jobs";
import { applyPlan } from "./apply";
import { withoutNeedlessCertificates } from "./certificates";
import { describePlan, presentPlan } from "./describe";
import { secretOfUser } from "./identity";
import { listTokens, readJobs, readKnown, readSettings, writeJobs, writeKnown } from "./known";
import { type Machine, type Places, readMachine } from "./machine";
import { buildPlan } from "./plan";
import { repair } from "./repair";
import { reportJob } from "./report-job";
import { reportUnit } from "./report-unit";
import { changeFile } from "./saved-files";
import { addLines, shellPath } from "./shell-line";
import type { Program } from "./tattle-shell";
import { undo } from "./undo";

const apiUrl = runApiServer();
const checkInUrl = runCheckInServer();
const wednesday = new Date("2026-11-25T10:00:00Z");

let root: string;
let machine: Machine;
let places: Places;
let client: Client;

const at = (file: string) => path.join(root, file);

function write(file: string, text: string, mode = 0o644): void {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), text);
  chmodSync(at(file), mode);
}

const CRON_D =
  "# jobs of the shop\nMAILTO=ops\nSHELL=/bin/bash\n*/5 * * * * www-data /srv/shop/queue.sh\n0 3 * * 1 root backup 50\\% --all%y\n";
const ANACRONTAB =
  "SHELL=/bin/sh\nPATH=/usr/bin:/bin\n1\t5\tcron.daily\trun-parts --report /etc/cron.daily\n";
const TIMER =
  "[Timer]\nOnCalendar=Mon..Fri 07:30\nRandomizedDelaySec=10min\n[Install]\nWantedBy=timers.target\n";

beforeEach(async () => {
  vi.stubEnv("TATTLE_STATE_DIR", "");
  root = mkdtempSync(path.join(tmpdir(), "tattle-discover-"));
  const uid = process.getuid?.() || 65_534;
  write(
    "etc/passwd",
    `root:x:0:0::/root:/bin/sh\nwww-data:x:${uid}:${process.getgid?.() || uid}::/var/www:/bin/sh\n`,
  );
  write("etc/machine-id", "0123456789abcdef\n");
  write("etc/debian_version", "12\n");
  write("etc/timezone", "Europe/Riga\n");
  for (const program of ["usr/sbin/cron", "usr/bin/run-parts", "usr/sbin/anacron", "bin/bash"])
    write(program, "", 0o755);
  write("etc/shells", "# /etc/shells\n/bin/sh\n/bin/bash\n");
  write(
    "etc/crontab",
    "SHELL=/bin/sh\n17 *\t* * *\troot\tcd / && run-parts --report /etc/cron.hourly\n25 6\t* * *\troot\ttest -x /usr/sbin/anacron || { cd / && run-parts --report /etc/cron.daily; }\n",
  );
  write("etc/cron.d/shop", CRON_D, 0o640);
  write("etc/cron.d/shop.dpkg-old", CRON_D);
  write("etc/cron.hourly/logs", "#!/bin/sh\n", 0o755);
  write("etc/cron.daily/man-db", "#!/bin/sh\n", 0o755);
  write("etc/anacrontab", ANACRONTAB);
  write("var/spool/cron/crontabs/root", "@hourly /root/sync.py\n@reboot /root/boot\n", 0o600);
  write("etc/systemd/system/report.timer", TIMER);
  write("etc/systemd/system/timers.target.wants/report.timer", TIMER);
  write("etc/systemd/system/old.timer", "[Timer]\nOnCalendar=2020-01-01\n");
  write("etc/systemd/system/timers.target.wants/old.timer", "");
  write("usr/lib/systemd/system/fstrim.timer", "[Timer]\nOnCalendar=weekly\n");
  write("etc/systemd/system/timers.target.wants/fstrim.timer", "");
  machine = { ...readMachine(root), hostName: "db7", user: { name: "root", uid: 0, gid: 0, home: "/root" } };
  places = {
    shell: at("usr/local/bin/tattle-shell"),
    runParts: at("usr/local/lib/tattle/run-parts"),
    state: at("var/lib/tattle"),
    dropInOf: (service) => at(`etc/systemd/system/${service}.d/50-tattle.conf`),
    guard: at("etc/cron.d/tattle"),
  };
  client = await aClient();
});

afterEach(() => {
  rmSync(root, { recursive: true });
  vi.unstubAllEnvs();
});

const SECRET = "of the machine";

const plan = (more: { allTimers?: boolean; slugSecretOf?: () => null } = {}) =>
  buildPlan(machine, {
    known: readKnown(places.state).jobs,
    slugSecretOf: (user) => secretOfUser(SECRET, user),
    places,
    allTimers: false,
    now: wednesday,
    ...more,
  });

const apply = (options: { forgets?: boolean; program?: Program } = {}, planned = plan()) =>
  applyPlan(planned, {
    settings: { url: apiUrl(), key: client.key },
    places,
    program: { command: ["/nosuch/tattle"], certificates: null },
    forgets: false,
    slugSecret: SECRET,
    ...options,
  });

const aKnownJob = {
  host: "x",
  user: "root",
  file: "/etc/crontab",
  command: "x",
  schedule: "0 3 * * *",
  timezone: "UTC",
  grace: null,
  name: "x",
  slug: "x",
};

const listSnitches = async () =>
  (await readResponse(client.get("/v1/snitches"))).body as Record<string, unknown>[];

/** Every file below the folder with its bytes, mode and time. */
function picture(): Record<string, string> {
  const { stdout } = spawnSync("find", [".", "-path", "./var/lib", "-prune", "-o", "-type", "f", "-print"], {
    cwd: root,
  });
  return Object.fromEntries(
    stdout
      .toString()
      .trim()
      .split("\n")
      .map((file) => {
        const { mode, uid, gid, mtimeMs } = statSync(at(file));
        return [file, [readFileSync(at(file), "latin1"), mode, uid, gid, Math.floor(mtimeMs)].join("|")];
      }),
  );
}

test("the plan names every job with its time, zone, user and command, and what is not watched and why", () => {
  const { jobs, remarks, files } = plan();

  expect(
    jobs.map(({ name, schedule, timezone, user, input, isOn }) => [
      name,
      schedule,
      timezone,
      user,
      input,
      isOn,
    ]),
  ).toEqual([
    ["cron.hourly/logs", "17 * * * *", "Europe/Riga", "root", null, true],
    ["queue", "*/5 * * * *", "Europe/Riga", "www-data", null, true],
    ["backup", "0 3 * * 1", "Europe/Riga", "root", "y\n", true],
    ["sync", "@hourly", "Europe/Riga", "root", null, true],
    ["cron.daily/man-db", "every 1 day", "UTC", "root", null, true],
    ["fstrim", "weekly", "Europe/Riga", "root", null, false],
    ["report", "Mon..Fri 07:30", "Europe/Riga", "root", null, true],
  ]);
  expect(remarks.map(({ file, message }) => `${file}: ${message}`)).toEqual([
    "/etc/cron.d/shop.dpkg-old: cron ignores this file because of its name: only letters, digits, - and _ are allowed.",
    "/var/spool/cron/crontabs/root: It runs at boot, not on a schedule.",
    "/etc/systemd/system/old.timer: 2020-01-01 has passed or never comes: change OnCalendar=, or disable the timer.",
  ]);
  expect(files.map(({ file }) => file)).toEqual([
    "/etc/crontab",
    "/etc/cron.d/shop",
    "/var/spool/cron/crontabs/root",
    "/etc/anacrontab",
  ]);
  expect(describePlan(plan())).toContain("6 jobs on db7 would be watched:");
});

test("under bcron, the jobs of users without a home directory are pointed out, because it runs none of them", () => {
  mkdirSync(at("root"));
  machine = { ...machine, cron: "bcron" };

  const { jobs, remarks, files } = plan();

  expect(jobs.map(({ name }) => name)).not.toContain("queue");
  expect(remarks).toContainEqual({
    file: "/etc/cron.d/shop",
    line: 4,
    text: "/srv/shop/queue.sh",
    message: "bcron runs no job of www-data, because the home directory /var/www does not exist.",
  });
  expect(files.map(({ file }) => file)).toContain("/etc/cron.d/shop");
});

test("the plan for programs has every member of a job once, and no address to report to", () => {
  const { jobs, vanished } = presentPlan({
    ...plan(),
    vanished: [{ ...aKnownJob, checkInUrl: "https://x/y" }],
  });

  expect(jobs[1]).toEqual({
    kind: "cron",
    user: "www-data",
    file: "/etc/cron.d/shop",
    command: "/srv/shop/queue.sh",
    line: 4,
    input: null,
    name: "queue",
    schedule: "*/5 * * * *",
    timezone: "Europe/Riga",
    grace: null,
    watched: true,
    remarks: [],
    change: "new",
    slug: null,
  });
  expect(JSON.stringify(vanished)).not.toMatch(/https:/);
});

test("applying adds one line to each crontab, makes the snitches, and undo restores every byte, mode, owner and time", async () => {
  const monday = new Date("2026-11-23T08:00:00Z");
  for (const file of ["etc/cron.d/shop", "etc/crontab", "etc/anacrontab"])
    utimesSync(at(file), monday, monday);
  const before = picture();

  const applied = await apply();

  expect(applied).toMatchObject({ watched: 6, created: 6, refused: [], failed: [] });
  expect(readFileSync(at("etc/cron.d/shop"), "utf8")).toBe(
    CRON_D.replace("bash\n", `bash\nSHELL=${shellPath(places.shell, "/bin/bash")}\n`),
  );
  expect(readFileSync(at("etc/anacrontab"), "utf8")).toContain(
    `\nPATH=${path.dirname(places.runParts)}:/usr/bin:/bin\n1\t5`,
  );
  expect(statSync(at("etc/cron.d/shop")).mode & 0o777).toBe(0o640);
  expect(readFileSync(places.dropInOf("report.service"), "utf8")).toContain(
    "ExecStopPost=-+/nosuch/tattle unit",
  );
  expect(
    (await listSnitches()).map(({ name, schedule, timezone, tags }) => [name, schedule, timezone, tags]),
  ).toContainEqual(["queue on db7", "*/5 * * * *", "Europe/Riga", ["db7"]]);

  expect(undo(machine, places).filter(({ message }) => message !== null)).toEqual([]);
  expect(picture()).toEqual(before);
  const folders = [path.dirname(places.runParts), path.dirname(places.dropInOf("report.service"))];
  expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
});

test("a second time changes nothing, and undo still gives back what was before the first", async () => {
  const before = picture();
  await apply();
  const after = picture();

  expect(await apply()).toMatchObject({ watched: 6, created: 0, changed: [] });
  expect(picture()).toEqual(after);
  write("etc/cron.d/new", "0 1 * * * root later\n");
  expect((await apply()).changed).toEqual(["/etc/cron.d/new"]);

  undo(machine, places);
  rmSync(at("etc/cron.d/new"));
  expect(picture()).toEqual(before);
});

test("a file that someone has changed since loses only our line", async () => {
  await apply();
  const changed = `${readFileSync(at("etc/cron.d/shop"), "utf8")}0 9 * * * root added\n`;
  write("etc/cron.d/shop", changed, 0o644);

  const undone = undo(machine, places);

  expect(undone.filter(({ message }) => message)).toEqual([
    { file: at("etc/cron.d/shop"), message: "It has changed since, so only Tattle's line was removed." },
  ]);
  expect(readFileSync(at("etc/cron.d/shop"), "utf8")).toBe(`${CRON_D}0 9 * * * root added\n`);
});

test("the script stays while a crontab needs it that we did not write", async () => {
  await apply();
  write("etc/cron.d/copied", `SHELL=${places.shell}\n0 9 * * * root x\n`);

  expect(undo(machine, places).at(-1)?.message).toMatch(/cron.d\/copied still uses it/);
  expect(existsSync(places.shell)).toBe(true);

  rmSync(at("etc/cron.d/copied"));
  undo(machine, places);
  expect(existsSync(places.shell)).toBe(false);
});

test("a changed, a moved and a new line keep or get their snitches, and one that no longer exists is asked about, never removed", async () => {
  await apply();
  const slugs = Object.fromEntries(readKnown(places.state).jobs.map(({ name, slug }) => [name, slug]));
  write(
    "etc/cron.d/shop",
    "*/10 * * * * www-data /srv/shop/queue.sh\n0 3 * * 1 root backup 90\\% --all\n0 5 * * * root extra\n",
  );
  write("var/spool/cron/crontabs/root", "", 0o600);
  write("etc/cron.d/sync", "@hourly root /root/sync.py\n");
  write("etc/cron.hourly/logs", "#!/bin/sh\n", 0o644);

  const { jobs, vanished } = plan();

  const shown = jobs.map(({ name, change, slug }) => [name, change, slug]);
  expect(shown).toContainEqual(["queue", "rescheduled", slugs.queue]);
  expect(shown).toContainEqual(["backup", "other command", slugs.backup]);
  expect(shown).toContainEqual(["sync", "moved", slugs.sync]);
  expect(shown).toContainEqual(["extra", "new", expect.stringMatching(/^db7-extra-/)]);
  expect(vanished.map(({ name }) => name)).toEqual(["cron.hourly/logs"]);
  await apply();
  expect(plan().vanished.map(({ name }) => name)).toEqual(["cron.hourly/logs"]);
  await apply({ forgets: true });
  expect(plan().vanished).toEqual([]);
  expect(describePlan(plan()).join("\n")).toMatch(/6 jobs on db7 are watched:[\s\S]*Nothing changed since/);
  const snitches = await listSnitches();
  expect(snitches).toHaveLength(7);
  expect(snitches).toContainEqual(expect.objectContaining({ slug: slugs.queue, schedule: "*/10 * * * *" }));
});

test("a line twice is one job with both times, and the same line on another machine is another snitch", async () => {
  write("etc/cron.d/shop", "0 3 * * 1 root backup\n0 5 * * 2 root backup\n0 5 * * 2 root backup\n");
  const [job] = plan().jobs.filter(({ name }) => name === "backup");

  expect(job).toMatchObject({
    schedule: "0 3 * * 1\n0 5 * * 2",
    remarks: [
      "Line 2 has the same command: both schedules count as one job.",
      "Line 3 is the same: the job runs twice at the same time.",
    ],
  });
  await apply();
  machine = { ...machine, id: "another", hostName: "db8" };
  places = { ...places, state: at("var/lib/other") };
  expect((await apply()).created).toBe(6 - 1);
});

const listKeys = async () =>
  ((await readResponse(client.get("/v1/api_keys"))).body as { name: string; access: string }[]).map(
    ({ name, access }) => `${name}: ${access}`,
  );

test("other users can read the URLs of the own jobs and no key, and root’s may only report", async () => {
  await apply();
  const text = readFileSync(path.join(places.state, "jobs/www-data.json"), "utf8");
  const { settings, jobs } = readJobs(places.state, "www-data");

  expect(jobs.map(({ name }) => name)).toEqual(["queue"]);
  expect(settings).toEqual({ url: apiUrl(), key: null });
  expect(text).not.toMatch(/tattle_|of the machine/);
  expect(text.match(/http[^"]+\/[\da-f]{16}"/g)).toHaveLength(1);
  expect(statSync(path.join(places.state, "jobs/www-data.json")).mode & 0o777).toBe(0o600);
  expect(readJobs(places.state, "root").settings?.key).not.toBe(client.key);
  expect(await listKeys()).toContain("tattle on db7, root: ping");
});

/** What versions before 0.3.2 left: slugs without a secret, and one key in the files of all users. */
async function applyWithSharedKey() {
  await apply({}, plan({ slugSecretOf: () => null }));
  const { body } = await readResponse(client.post("/v1/api_keys", { name: "tattle on db7", access: "ping" }));
  const settings = { url: apiUrl(), key: (body as { key: string }).key };
  for (const user of ["root", "www-data", "gone"])
    writeJobs(places.state, user, null, { ...readJobs(places.state, user), settings, slugSecret: null });
  writeKnown(places.state, { ...readKnown(places.state), settings, slugSecret: null });
  return settings.key;
}

test("applying takes the key of versions before 0.3.2 from all files and revokes it, and every job keeps its snitch", async () => {
  const shared = await applyWithSharedKey();
  await readResponse(client.post("/v1/api_keys", { name: "tattle on db7", access: "ping" }));
  const before = readKnown(places.state).jobs;

  const { created, keys } = await apply({}, plan({ slugSecretOf: () => null }));

  expect(created).toBe(0);
  expect(readKnown(places.state).jobs).toEqual(before);
  expect(keys).toEqual({
    revoked: [`tattle on db7 (${shared.slice(0, 12)}…)`],
    byHand: [expect.stringMatching(/^tattle on db7 \(tattle_/)],
  });
  const { stdout } = spawnSync("grep", ["-rlF", shared, places.state]);
  expect(stdout.toString()).toBe("");
  expect((await readResponse(send("PUT", "/v1/snitches/slugs/x", { key: shared, body: {} }))).status).toBe(
    401,
  );
  expect((await apply()).keys).toBeNull();
});

test("a key that may only report replaces the files, too, and is named until another one is used", async () => {
  const shared = await applyWithSharedKey();
  const settings = { url: apiUrl(), key: shared };
  const applyWith = (key: string) =>
    applyPlan(plan(), {
      settings: { ...settings, key },
      places,
      program: { command: ["/nosuch/tattle"], certificates: null },
      forgets: false,
      slugSecret: SECRET,
    });

  expect((await applyWith(shared)).keys).toEqual({
    revoked: [],
    byHand: [`${shared.slice(0, 12)}… at ${apiUrl()}`],
  });
  expect(readJobs(places.state, "www-data").settings?.key).toBeNull();
  expect((await applyWith(client.key)).keys?.revoked).toHaveLength(1);
  expect(JSON.stringify(readKnown(places.state))).not.toContain(shared);
});

test("root’s flush makes the snitch of a line that a user has added, and the report that waited for it is delivered", async () => {
  const { CHECK_IN_URL } = env;
  onTestFinished(() => void Object.assign(env, { CHECK_IN_URL }));
  Object.assign(env, { CHECK_IN_URL: checkInUrl() });
  await apply();
  const line = "0 4 * * * www-data /srv/shop/new.sh\n";
  write("etc/cron.d/shop", `${readFileSync(at("etc/cron.d/shop"), "utf8")}${line}`, 0o640);
  write("etc/cron.d/unwatched", "0 4 * * * root other\n");
  vi.stubEnv("TATTLE_STATE_DIR", at("state-of-user"));
  const { slug } = plan().jobs.find(({ name }) => name === "new") ?? { slug: "" };
  const report: Report = {
    server: apiUrl(),
    snitch: { kind: "slug", slug },
    signal: "0",
    parameters: { rid: "r1" },
    at: readMoment(),
  };
  const settings = readSettings(places.state, "www-data");
  const attempt = () => deliver(report, Buffer.alloc(0), settings, { timeoutMs: 10_000 });

  expect(await attempt()).toMatchObject({ outcome: "failed" });
  await adoptJobs(machine, places);
  expect(await attempt()).toEqual({ outcome: "delivered" });
  expect(readKnown(places.state).jobs.map(({ name }) => name)).not.toContain("other");
  const before = readFileSync(path.join(places.state, "known.json"), "utf8");
  await adoptJobs(machine, places);
  expect(readFileSync(path.join(places.state, "known.json"), "utf8")).toBe(before);
});

test("jobs that a user watches with the own tattle are left to it", () => {
  write("var/spool/cron/crontabs/www-data", "SHELL=/home/x/.local/bin/tattle-shell\n0 4 * * * own\n", 0o600);

  const { jobs, remarks } = plan();

  expect(jobs.map(({ name }) => name)).not.toContain("own");
  expect(remarks).toContainEqual(
    expect.objectContaining({
      message: "Not watched by root, because its user watches it with /home/x/.local/bin/tattle-shell.",
    }),
  );
});

test("a user’s crontab keeps root’s undo from nothing: one that names the script finds the shell, one that names another is left out", async () => {
  await apply();
  const user = (text: string) => write("var/spool/cron/crontabs/www-data", text, 0o600);
  user(`SHELL=${places.shell}-evil\n# x${places.shell}\n0 4 * * * own\n`);
  expect(undo(machine, places).filter(({ message }) => message !== null)).toEqual([]);
  expect(existsSync(places.shell)).toBe(false);

  rmSync(at("var/spool/cron/crontabs/www-data"));
  await apply();
  user(`SHELL=${places.shell}\n0 4 * * * own\n`);
  expect(undo(machine, places).at(-1)?.message).toMatch(/www-data names it: it is a link to \/bin\/sh now/);
  expect(readlinkSync(places.shell)).toBe("/bin/sh");
  expect(existsSync(path.join(places.state, "applied.json"))).toBe(false);
});

test("nothing is changed if the users of the jobs could not run the program", async () => {
  mkdirSync(at("closed"), { mode: 0o700 });
  writeFileSync(at("closed/tattle"), "", { mode: 0o755 });
  chmodSync(root, 0o755);
  const before = picture();

  const applied = await apply({ program: { command: [at("closed/tattle")], certificates: null } });

  expect(applied.failed).toEqual([
    {
      file: at("closed/tattle"),
      reason:
        "www-data cannot run it, so their jobs would run without being reported. Install it for all users",
    },
  ]);
  expect(picture()).toEqual(before);
});

test("a refused snitch and a file that cannot be written are said, and the rest is watched", async () => {
  write("etc/cron.d/shop", "0 3 * * 1 root backup\n");
  mkdirSync(at("etc/.crontab.tattle-new/x"), { recursive: true });

  const applied = await apply();

  expect(applied.failed.map(({ file }) => file)).toEqual(["/etc/crontab"]);
  expect(applied.changed).toContain("/etc/cron.d/shop");
});

test("a run is reported with its status, and a command that is in no crontab is not", async () => {
  const { name: user } = readMachine().user;
  const { body } = await readResponse(client.post("/v1/snitches", { name: "x", interval: "daily" }));
  const { token } = body as { token: string };
  writeJobs(places.state, user, null, {
    settings: { url: apiUrl(), key: client.key },
    slugSecret: null,
    jobs: [{ ...aKnownJob, user, command: "backup", checkInUrl: `${checkInUrl()}/${token}` }],
  });
  vi.stubEnv("TATTLE_STATE_DIR", places.state);

  await reportJob("backup", places.state, Readable.from([Buffer.from("3 1.50\n")]));
  await reportJob("in no crontab", places.state, Readable.from([Buffer.from("0 1.50\n")]));

  const { body: snitch } = await readResponse(client.get(`/v1/snitches/${token}`));
  expect(snitch).toMatchObject({ status: "errored", last_run: { exit_status: "3", outcome: "failed" } });
  expect(await listSnitches()).toHaveLength(1);

  const line = `backup # tattle: file=${places.state}/nothing.dump`;
  await reportJob(line, places.state, Readable.from([Buffer.from("0 1.50\n")]));
  // Both began when this process did, so neither is the last.
  const { body: runs } = await readResponse(client.get(`/v1/snitches/${token}/runs`));
  expect(runs).toContainEqual(expect.objectContaining({ metrics: { file_count: 0, file_bytes: 0 } }));
});

test.each([
  ["success", "exited", "0", { exit_status: "0", outcome: "succeeded" }],
  ["exit-code", "exited", "3", { exit_status: "3", outcome: "failed" }],
  ["signal", "killed", "KILL", { exit_status: "137", outcome: "failed" }],
  ["timeout", "killed", "TERM", { exit_status: "143", outcome: "failed" }],
])(
  "the run of a service that ends with %s is one run, named by systemd",
  async (SERVICE_RESULT, EXIT_CODE, EXIT_STATUS, expected) => {
    const { body } = await readResponse(client.post("/v1/snitches", { name: "report", interval: "daily" }));
    const { token } = body as { token: string };
    const job = { ...aKnownJob, file: "report.timer", command: "report.service" };
    writeJobs(places.state, "root", null, {
      settings: null,
      slugSecret: null,
      jobs: [{ ...job, checkInUrl: `${checkInUrl()}/${token}` }],
    });
    vi.stubEnv("TATTLE_STATE_DIR", places.state);
    const variables = { NODE_ENV: "test", INVOCATION_ID: "0123456789abcdef0123456789abcdef" } as const;

    await reportUnit("start", "report.service", places.state, variables);
    await reportUnit("stop", "report.service", places.state, {
      ...variables,
      SERVICE_RESULT,
      EXIT_CODE,
      EXIT_STATUS,
    });
    await reportUnit("stop", "other.service", places.state, variables);

    const { body: snitch } = await readResponse(client.get(`/v1/snitches/${token}`));
    expect(snitch).toMatchObject({ running: 0, last_run: { rid: variables.INVOCATION_ID, ...expected } });
  },
);

/** The line of root's crontab that version 0.2.0 wrote for a shell that a user's crontab named. */
const oldGuard = (shell: string) =>
  `# Written by \`tattle discover --apply\`; \`tattle undo\` removes it. If tattle-shell is missing or cannot be run, the shell itself takes its place.
SHELL=/bin/sh
* * * * * root [ -n "$(find -L ${places.shell} -perm -555 2>/dev/null)" ] || ln -sfn /bin/sh ${places.shell}
* * * * * root [ -n "$(find -L ${places.shell}-x -perm -555 2>/dev/null)" ] || ln -sfn ${shell} ${places.shell}-x
`;

/** What version 0.2.0 did with a crontab of root's and with one whose owner wanted to become root. */
function applyAsBefore(): string {
  const evil = "/bin/sh; id>/tmp/root #";
  const change = (file: string, text: string, line: string | null, mode = 0o755) => {
    const before = existsSync(at(file)) ? readFileSync(at(file)) : null;
    const after =
      line === null ? Buffer.from(text) : addLines(Buffer.from(text), [{ before: 2, text: line, shell: "" }]);
    changeFile(places.state, {
      file: at(file),
      program: null,
      before,
      after,
      lines: line === null ? [] : [line],
      mode,
    });
  };
  const script = "#!/bin/sh\n# Written by `tattle discover --apply`; `tattle undo` removes it.\n";
  const own = `SHELL=${evil}\n* * * * * true\n`;
  write("var/spool/cron/crontabs/www-data", own, 0o600);
  change("usr/local/bin/tattle-shell", script, null);
  change("usr/local/bin/tattle-shell-bin-bash", script, null);
  change("usr/local/bin/tattle-shell-x", script, null);
  change("etc/cron.d/tattle", oldGuard(evil), null, 0o644);
  change("etc/cron.d/shop", CRON_D.split("\n").slice(2).join("\n"), `SHELL=${places.shell}-bin-bash`, 0o644);
  change("var/spool/cron/crontabs/www-data", own, `SHELL=${places.shell}-x`, 0o600);
  return evil;
}

const everything = () => JSON.stringify(picture());

test("applying finds and mends what version 0.2.0 wrote, even if the server is unavailable", async () => {
  write("etc/cron.d/shop", CRON_D.split("\n").slice(2).join("\n"));
  const before = picture();
  const evil = applyAsBefore();
  expect(plan().remarks[0]).toMatchObject({
    file: places.guard,
    message: expect.stringContaining("tattle undo"),
  });

  const repaired = repair(machine, places);

  expect(repaired.map(({ file }) => path.basename(file))).toEqual([
    "tattle",
    "shop",
    "www-data",
    "tattle-shell-bin-bash",
    "tattle-shell-x",
  ]);
  expect(readFileSync(places.guard, "utf8")).not.toContain("id>");
  await apply();
  expect(readFileSync(at("etc/cron.d/shop"), "utf8")).toContain(shellPath(places.shell, "/bin/bash"));
  expect(readFileSync(at("var/spool/cron/crontabs/www-data"), "utf8")).toBe(
    `SHELL=${evil}\n* * * * * true\n`,
  );
  expect(plan().remarks).toContainEqual(
    expect.objectContaining({
      file: "/var/spool/cron/crontabs/www-data",
      message: expect.stringContaining("line 2 runs with a shell"),
    }),
  );
  expect(repair(machine, places)).toEqual([]);
  undo(machine, places);
  rmSync(at("var/spool/cron/crontabs/www-data"));
  expect(picture()).toEqual(before);
});

test.each(["with its records", "without its records"])(
  "undo takes the lines of version 0.2.0 from root's crontab, also while a crontab still needs the script: %s",
  async (records) => {
    applyAsBefore();
    write("etc/cron.d/copied", `SHELL=${places.shell}\n0 9 * * * root x\n`);
    if (records.startsWith("without")) rmSync(path.join(places.state, "applied.json"));

    undo(machine, places);

    expect(readFileSync(places.guard, "utf8")).toContain(`ln -sfn '/bin/sh' '${places.shell}'`);
    expect(readFileSync(places.guard, "utf8")).not.toContain("id>");
    rmSync(at("etc/cron.d/copied"));
    rmSync(at("var/spool/cron/crontabs/www-data"));
    write("etc/cron.d/shop", CRON_D);
    undo(machine, places);
    expect(existsSync(places.guard)).toBe(false);
  },
);

test("a crontab of the operator's that has the name of ours is not repaired", () => {
  write("etc/cron.d/tattle", "0 3 * * * root backup\n");

  expect(repair(machine, places)).toEqual([]);
  undo(machine, places);
  expect(readFileSync(places.guard, "utf8")).toBe("0 3 * * * root backup\n");
});

test("what a user writes into the file that the own runs read decides neither a path nor a key of others", async () => {
  await apply();
  const file = path.join(places.state, "jobs/www-data.json");
  const { jobs } = readJobs(places.state, "www-data");
  const before = picture();
  for (const user of ["../../../../etc/evil", "root", "/etc/evil"]) {
    const job = { ...aKnownJob, user, checkInUrl: "https://evil.example/x", slug: jobs[0]?.slug ?? "" };
    writeFileSync(
      file,
      JSON.stringify({ settings: { url: apiUrl(), key: "of another case" }, jobs: [job, null, 7] }),
    );

    await apply();
    expect(everything()).not.toContain("evil");
    expect(picture()).toEqual(before);
    for (const each of ["root", "www-data"]) {
      expect(readJobs(places.state, each).settings?.key).not.toBe("of another case");
      expect(JSON.stringify(readJobs(places.state, each))).not.toContain("evil");
    }
  }
});

test("what version 0.2.0 knew is known, but for what a user may have written", async () => {
  await apply();
  const slugs = readKnown(places.state).jobs.map(({ slug }) => slug);
  rmSync(path.join(places.state, "known.json"));
  const file = path.join(places.state, "jobs/www-data.json");
  const evil = {
    ...aKnownJob,
    user: "../../../../etc/evil",
    checkInUrl: "https://evil.example/x",
    slug: "evil",
  };
  writeFileSync(
    file,
    JSON.stringify({ settings: null, jobs: [...readJobs(places.state, "www-data").jobs, evil] }),
  );

  const { jobs } = readKnown(places.state);

  expect(jobs.map(({ slug }) => slug).sort()).toEqual([...slugs, "evil"].sort());
  expect(jobs.find(({ slug }) => slug === "evil")).toMatchObject({ user: "www-data", checkInUrl: null });
  expect(await apply()).toMatchObject({ created: 0, failed: [] });
});

test("files that others than root can change, links and files of others are not watched", () => {
  write("etc/cron.d/open", "0 3 * * * root x\n", 0o666);
  write("var/lib/x/own", "0 3 * * * root y\n");
  symlinkSync(at("var/lib/x/own"), at("etc/cron.d/linked"));
  chmodSync(at("var/lib/x"), 0o777);
  symlinkSync(at("etc/shells"), at("var/spool/cron/crontabs/www-data"));

  const { remarks, jobs } = plan();

  expect(jobs.map(({ name }) => name)).not.toEqual(expect.arrayContaining(["x"]));
  expect(remarks).toContainEqual(
    expect.objectContaining({
      file: "/etc/cron.d/open",
      message: "This file is not watched, because users other than root can change it.",
    }),
  );
});

test("a timer that starts something with the name of a path is not watched", () => {
  write("etc/systemd/system/report.timer", TIMER.replace("[Timer]", "[Timer]\nUnit=../../../tmp/x.service"));

  expect(plan().remarks).toContainEqual(
    expect.objectContaining({ message: "It starts ../../../tmp/x.service, which is not a service." }),
  );
});

test("nothing is changed if others than root can change the program that root's jobs would run", async () => {
  writeFileSync(at("tattle"), "", { mode: 0o755 });
  chmodSync(at("tattle"), 0o757);
  chmodSync(root, 0o755);
  const before = picture();

  const applied = await apply({ program: { command: [at("tattle")], certificates: null } });

  expect(applied.failed).toEqual([
    { file: at("tattle"), reason: expect.stringContaining("users other than root can change it") },
  ]);
  expect(picture()).toEqual(before);
});

test("the snitches that undo leaves are counted, paused or deleted, as far as they are there", async () => {
  await apply();
  undo(machine, places);
  const tokens = listTokens(readKnown(places.state));
  await fetch(`${checkInUrl()}/${tokens[0]}`);
  const end = (options: EndOptions) =>
    endSnitches(tokens, options, {
      settings: () => ({ url: apiUrl(), key: client.key }),
      command: "tattle undo",
    });

  expect((await end({})).join("\n")).toMatch(
    /^6 snitches are still monitored and will alert[\s\S]*tattle undo --pause/,
  );
  expect(await end({ pause: true })).toEqual([
    "1 snitch paused until someone unpauses it.",
    "5 snitches not paused: without a first check-in, they do not alert.",
  ]);
  await readResponse(client.remove(`/v1/snitches/${tokens[1]}`));
  expect(await end({ remove: true })).toEqual(["6 snitches deleted."]);
  expect(await listSnitches()).toEqual([]);
  await expect(end({ pause: true, remove: true })).rejects.toThrow("Use either");
});

test("jobs are named for what they run: those of no program for their command, and never for their user", () => {
  write(
    "var/spool/cron/crontabs/www-data",
    "0 4 * * * date >> /tmp/x\n0 5 * * * cd /srv && touch y\n",
    0o600,
  );
  write("etc/cron.d/marker", "0 6 * * * root touch z\n");

  const names = plan().jobs.map(({ name }) => name);

  expect(names).toEqual(expect.arrayContaining(["date >> /tmp/x", "cd /srv && touch y", "marker"]));
  expect(names).not.toContain("www-data");
});

test("certificates that the shell has set are written only if the server needs them", async () => {
  const program = { command: ["/x"], certificates: "/etc/ca.pem" };

  expect(await withoutNeedlessCertificates(program, "http://tattle.example")).toEqual({
    ...program,
    certificates: null,
  });
  expect(await withoutNeedlessCertificates(program, "https://127.0.0.1:1")).toEqual(program);
});
