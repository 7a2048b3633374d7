import { lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aRespondingServer, type RespondingServer } from "@/testing/responding-server";
import { runsFor } from "@/testing/runs";
import { RUN_PROGRAMS, type RunProgram } from "@/testing/tattle";
import { ATTACKER, findMissing, listTree, ROOT, RUNNER, SECRET, TwoUsers } from "@/testing/two-users";

const missing = findMissing();
/** One shell runs the shell variant here; the long run uses all of them. */
const programs = RUN_PROGRAMS.slice(0, process.env.TEST_LONG ? undefined : 2).filter(
  ({ isMissing }) => !isMissing,
);

let own: RespondingServer;
let attackers: RespondingServer;
beforeAll(async () => {
  [own, attackers] = [await aRespondingServer(), await aRespondingServer()];
});
afterAll(() => {
  own.close();
  attackers.close();
});

/** What the environment of a job may say, and what the attacker has put where it leads. */
type Attack = {
  uid: number;
  variables: Record<string, string | undefined>;
  /** How much of a path the attacker has made: the rest of it, from this part on. */
  level: number;
  kind: "folder" | "open folder" | "link to a folder" | "link to files of the runner";
  isAway: boolean;
};

const HOMES = ["/tmp", "ATTACKER", "ATTACKER/../attacker", "RUNNER", "/nonexistent", ".", ""];
const anAttack: fc.Arbitrary<Attack> = fc.record({
  uid: fc.constantFrom(ROOT, RUNNER, RUNNER),
  variables: fc.record({
    HOME: fc.constantFrom(undefined, ...HOMES),
    XDG_STATE_HOME: fc.constantFrom(undefined, undefined, "", "state", "/tmp/xdg", "ATTACKER/xdg"),
    TATTLE_STATE_DIR: fc.constantFrom(
      undefined,
      undefined,
      undefined,
      "",
      "state",
      "/tmp/state",
      "ATTACKER/state",
    ),
    TMPDIR: fc.constantFrom(undefined, undefined, "ATTACKER/tmp"),
  }),
  level: fc.nat(4),
  kind: fc.constantFrom("folder", "open folder", "link to a folder", "link to files of the runner"),
  isAway: fc.boolean(),
});
const none = { HOME: undefined, XDG_STATE_HOME: undefined, TATTLE_STATE_DIR: undefined, TMPDIR: undefined };
const known = { uid: RUNNER, level: 0, kind: "folder", isAway: false } as const;
const KNOWN: Attack[] = [
  { ...known, variables: none, kind: "open folder" },
  { ...known, variables: none },
  { ...known, variables: { ...none, HOME: "/tmp" } },
  { ...known, variables: { ...none, HOME: "/tmp" }, kind: "link to a folder", level: 3 },
  { ...known, variables: { ...none, HOME: "ATTACKER" }, kind: "link to files of the runner", level: 2 },
  { ...known, variables: { ...none, XDG_STATE_HOME: "/tmp/xdg" }, kind: "open folder", isAway: true },
  { ...known, variables: { ...none, TATTLE_STATE_DIR: "ATTACKER/state" }, kind: "open folder", uid: ROOT },
  { ...known, variables: { ...none, TATTLE_STATE_DIR: "/tmp/state" }, uid: ROOT, kind: "link to a folder" },
];

/** Where a program may look for what waits, by these variables. */
function listStates({
  HOME,
  XDG_STATE_HOME,
  TATTLE_STATE_DIR,
}: Record<string, string | undefined>): string[] {
  const inHome = (home: string) => path.join(home, ".local/state/tattle");
  return [
    inHome("/tmp"),
    inHome(HOME ?? "/tmp"),
    path.join(XDG_STATE_HOME || "state", "tattle"),
    TATTLE_STATE_DIR || "state",
  ].map((folder) => path.resolve("/tmp", folder));
}

describe.skipIf(missing !== null).each(programs)("$name", (program: RunProgram) => {
  test("sends, reads, changes and follows nothing of another user, whatever folders the environment names", async () => {
    const seed = await aSeed(program);
    await fc.assert(
      fc.asyncProperty(anAttack, async (attack) => {
        const world = new TwoUsers();
        try {
          await tryAttack(world, program, seed, attack);
        } finally {
          world.remove();
        }
      }),
      {
        numRuns: KNOWN.length + runsFor("cli/run/foreign-folders.test.ts"),
        examples: KNOWN.map((attack) => [attack]),
        endOnFailure: true,
      },
    );
    seed.remove();
  }, 300_000);
});

/** What the program leaves when its server is unavailable, made by the attacker for a server of the attacker. */
async function aSeed({ command }: RunProgram) {
  const world = new TwoUsers();
  const [file = ""] = command.filter((each) => each.includes("/tattle")).slice(-1);
  const copy = world.install(file);
  const args = command.map((word) => (word === file ? copy : word));
  const state = path.join(world.attackersHome, "seed");
  const run = (server: RespondingServer, snitch: string) =>
    world.run(ATTACKER, [...args, "--snitch", snitch, "--", "sh", "-c", "echo out; exit 3"], {
      TATTLE_URL: server.url,
      TATTLE_STATE_DIR: state,
    });
  own.setAway(false);
  await run(own, "token");
  attackers.setAway(true);
  await run(attackers, `${attackers.url}/token`);
  const files = listTree(state).filter((each) => lstatSync(each).isFile());
  for (const each of files) {
    const text = readFileSync(each, "latin1");
    writeFileSync(each, text.replaceAll(own.url, attackers.url), "latin1");
  }
  const reports = files.filter((each) => /\/spool[^/]*\/\d[^/]*$/.test(each) && !each.endsWith(".out"));
  expect(reports.length).toBeGreaterThanOrEqual(2);
  expect(
    files.some(
      (each) => readFileSync(each, "latin1").startsWith(attackers.url) || each.includes("/servers/"),
    ),
  ).toBe(true);
  return { state, reports: reports.map((each) => path.relative(state, each)), remove: () => world.remove() };
}

type Seed = Awaited<ReturnType<typeof aSeed>>;

async function tryAttack(world: TwoUsers, { command, flush }: RunProgram, seed: Seed, attack: Attack) {
  const { uid, level, kind, isAway } = attack;
  const place = (value: string) =>
    value.replace("ATTACKER", world.attackersHome).replace("RUNNER", world.runnersHome);
  const variables = Object.fromEntries(
    Object.entries(attack.variables).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, place(value)]],
    ),
  );
  const prepared = path.join(world.attackersHome, "prepared");
  prepare(world, seed, prepared);
  for (const state of listStates(variables)) putAttack(world, state, { level, kind, prepared });
  const [file = ""] = command.filter((each) => each.includes("/tattle")).slice(-1);
  const copy = world.install(file);
  const installed = (args: string[]) => args.map((word) => (word === file ? copy : word));
  own.setAway(isAway);
  attackers.setAway(false);
  const before = world.describeForeign();

  const job = ["sh", "-c", "echo ran; exit 3"];
  const env = { ...variables, TATTLE_URL: own.url };
  const ended = await world.run(uid, [...installed(command), "--snitch", "token", "--", ...job], env);
  // While its server is unavailable, it waits longer each time.
  const flushed = isAway ? ended : await world.run(uid, installed(flush), env);

  expect([ended.status, ended.stdout.toString(), flushed.signal]).toEqual([3, "ran\n", null]);
  expect(ended.stderr.trim().split("\n").length).toBeLessThanOrEqual(1);
  expect(attackers.requests).toEqual([]);
  expect(own.requests.filter((each) => each.includes(SECRET))).toEqual([]);
  const reported = own.requests.filter((each) => each.startsWith("POST /token/"));
  if (!isAway) expect(reported.length).toBe(2);
  expect(world.describeForeign()).toEqual(before);
}

/** A state folder of the attacker: outputs and reports that are links to a secret, one that is a pipe. */
function prepare(world: TwoUsers, seed: Seed, folder: string) {
  world.copyAsAttacker(seed.state, folder);
  for (const report of seed.reports) {
    const file = path.join(folder, report);
    rmSync(`${file}.out`, { force: true });
    world.linkAsAttacker(world.secret, `${file}.out`);
    // Later by name than the others.
    world.linkAsAttacker(world.secret, file.replace(/\/\d(?=[^/]*$)/, "/8"));
    world.pipeAsAttacker(file.replace(/\/\d(?=[^/]*$)/, "/9"));
  }
}

/** Makes the state folder of someone, or what is above it, the attacker's: where she may, which is in /tmp and at home. */
function putAttack(
  world: TwoUsers,
  state: string,
  { level, kind, prepared }: Pick<Attack, "level" | "kind"> & { prepared: string },
) {
  const place = world.at(state);
  const isOpen = (folder: string) =>
    [`${world.attackersHome}/`, world.at("/tmp/")].some((home) => folder.startsWith(home));
  if (!isOpen(place) || lstatSync(place, { throwIfNoEntry: false })) return;
  const isSpool = level === 3 || level === 4;
  if (kind === "folder" || kind === "open folder") {
    world.copyAsAttacker(prepared, place);
    if (kind === "open folder") world.openToAll(place);
    return;
  }
  const target = kind === "link to a folder" ? prepared : path.join(world.runnersHome, "private");
  const above = path.dirname(place);
  if (!isSpool) return world.linkAsAttacker(target, level > 0 && isOpen(above) ? above : place);
  world.copyAsAttacker(prepared, place);
  for (const name of ["spool", "spool-run"])
    world.linkAsAttacker(path.join(target, name), path.join(place, name));
}
