import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aRespondingServer, type RespondingServer } from "@/testing/responding-server";
import { listWaiting, runCommand, startCommand, TATTLE, untilEnded } from "@/testing/tattle";
import { ATTACKER, findMissing, RUNNER, SECRET, TwoUsers } from "@/testing/two-users";
import { parseCounts } from "./flush-users";

const missing = findMissing();
const USERS = { runner: RUNNER, attacker: ATTACKER };
type User = keyof typeof USERS;

let server: RespondingServer;
let world: TwoUsers;
let tattle: string[];
let state: string;
const getFolder = (user: User) => path.join(state, "users", user);

describe.skipIf(missing !== null)("root delivers the reports of users", () => {
  beforeAll(async () => {
    server = await aRespondingServer();
  });
  afterAll(() => server.close());

  beforeEach(async () => {
    world = new TwoUsers();
    state = path.join(world.folder, "state");
    mkdirSync(path.join(state, "users"), { recursive: true });
    tattle = [process.execPath, world.install(TATTLE[1] ?? "")];
    server.setAway(true);
    for (const user of ["runner", "attacker"] as const) {
      mkdirSync(getFolder(user), { mode: 0o700 });
      chownSync(getFolder(user), USERS[user], USERS[user]);
      await leaveReport(user);
    }
    server.setAway(false);
    return () => world.remove();
  });

  const leaveReport = (user: User) =>
    world.run(USERS[user], [...tattle, "run", "--snitch", `${server.url}/${user}`, "--", "true"], {
      TATTLE_STATE_DIR: getFolder(user),
    });

  /** As root that may not go into the folders of others. */
  const flush = (...options: string[]) =>
    runCommand(["setpriv", "--bounding-set=-dac_override,-dac_read_search", ...tattle, "flush", ...options], {
      env: { TATTLE_STATE_DIR: state, TATTLE_URL: server.url },
    });
  const delivered = () => server.requests.map((each) => /^POST \/(\w+)/.exec(each)?.[1]).sort();

  test("by processes of theirs, without a right to their folders, and says what became of them", async () => {
    const counted = await flush("--dry-run");
    const { status, stdout, stderr } = await flush();
    const after = await flush("--json");

    expect(counted.stdout.toString()).toBe(
      "attacker: 0 delivered, 0 refused, 2 waiting.\nrunner: 0 delivered, 0 refused, 2 waiting.\n",
    );
    expect(stdout.toString()).toBe(
      "attacker: 2 delivered, 0 refused, 0 waiting.\nrunner: 2 delivered, 0 refused, 0 waiting.\n",
    );
    expect([status, stderr]).toEqual([0, ""]);
    expect(delivered()).toEqual(["attacker", "attacker", "runner", "runner"]);
    expect(JSON.parse(after.stdout.toString())).toMatchObject({
      waiting: 0,
      users: [{ user: "attacker" }, {}],
    });
  });

  test("of a user whose spool leads to root's files, nothing is sent, and that of the others is", async () => {
    const roots = path.join(world.folder, "roots");
    mkdirSync(roots, { mode: 0o700 });
    const [report = ""] = listWaiting(getFolder("runner"));
    const secret = path.join(roots, path.basename(report));
    writeFileSync(secret, SECRET, { mode: 0o600 });
    rmSync(path.join(getFolder("attacker"), "spool"), { recursive: true });
    world.linkAsAttacker(roots, path.join(getFolder("attacker"), "spool"));

    await flush();

    expect(delivered()).toEqual(["runner", "runner"]);
    expect(server.requests.join()).not.toContain(SECRET);
  });

  test("a process of a user has no terminal of root's", async () => {
    server.setAway(true);
    const flushing = startCommand(["script", "-qec", [...tattle, "flush"].join(" "), "/dev/null"], {
      env: { TATTLE_STATE_DIR: state, TATTLE_URL: server.url },
    });
    await expect.poll(() => listTerminals(ATTACKER), { timeout: 20_000 }).not.toEqual([]);
    const terminals = listTerminals(ATTACKER);
    server.setAway(false);
    await untilEnded(flushing);

    expect(terminals).toEqual(terminals.map(() => "0"));
    expect(listWaiting(getFolder("runner"))).toEqual([]);
  });

  test("whatever else is in the spool of one of them holds up no one: a pipe, a link, a file as large as a disk, an odd name", async () => {
    const [report = ""] = listWaiting(getFolder("attacker"));
    const spool = path.dirname(report);
    const again = (digit: number) => path.join(spool, path.basename(report).replace(/^\d/, String(digit)));
    world.pipeAsAttacker(again(1));
    world.linkAsAttacker(world.secret, again(2));
    writeFileSync(again(3), "");
    truncateSync(again(3), 1_000_000_000_000);
    for (const odd of ["\u001b]0;odd\u0007.report", "*.report", "-n.report"])
      writeFileSync(path.join(spool, odd), "");
    writeFileSync(again(4), "{");
    for (const each of [again(3), again(4)]) chownSync(each, ATTACKER, ATTACKER);
    chmodSync(spool, 0o777);

    const { status, stdout } = await flush();

    expect(delivered()).toEqual(["attacker", "attacker", "runner", "runner"]);
    expect(stdout.toString()).toBe(
      "attacker: 2 delivered, 0 refused, 4 waiting.\nrunner: 2 delivered, 0 refused, 0 waiting.\n",
    );
    expect(status).toBe(4);
  });
});

/** The terminals of the processes of a user, by their numbers: 0 is none. */
const listTerminals = (uid: number): string[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (statSync(`/proc/${pid}`).uid !== uid) return [];
        const [, , , , terminal = ""] =
          readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
        return [terminal];
      } catch {
        return [];
      }
    });

test.each([
  ["", { delivered: 0, refused: 0, waiting: 0, busy: false }],
  [
    '{"delivered":1,"refused":2,"waiting":3,"busy":true,"reasons":["\u001b[2J"]}\n',
    { delivered: 1, refused: 2, waiting: 3, busy: true },
  ],
  ['{"delivered":1e99,"refused":0,"waiting":0,"busy":false}', null],
  ['{"delivered":"\u001b","refused":0,"waiting":0,"busy":false}', null],
  ['x{"delivered":1,"refused":0,"waiting":0,"busy":false}', null],
])("of what a user's process says, %j is believed as %j", (text, counts) => {
  expect(parseCounts(text)).toEqual(counts);
});
