import fc from "fast-check";
import { expect, test } from "vitest";
import { hashIdentity, secretOfUser, slugOfJob } from "./identity";
import { type FoundJob, type KnownJob, matchKnown } from "./match-known";

const job = (command: string, schedule = "0 3 * * *", file = "/etc/crontab", host = "db7"): FoundJob => ({
  host,
  user: "root",
  file,
  command,
  schedule,
  timezone: "UTC",
});
const known = (of: FoundJob): KnownJob => ({ ...of, slug: slugOfJob("x", of.host, of, null) });

test("two machines with the same line are two jobs, and one machine names a job the same again", () => {
  const [here, there] = [job("a"), job("a", "0 3 * * *", "/etc/crontab", "db8")];

  expect(hashIdentity(here)).not.toBe(hashIdentity(there));
  expect(slugOfJob("cron.daily/man-db", "DB 7.example", here, null)).toBe(
    `db-7-example-cron-daily-man-db-${hashIdentity({ ...here, schedule: "x" } as FoundJob)}`,
  );
});

test("with a secret, neither who knows the job nor who has the secret of another user knows the slug", () => {
  const slugWith = (secret: string | null) => slugOfJob("x", "db7", job("a"), secret);
  const secrets = [null, "machine", secretOfUser("machine", "root"), secretOfUser("machine", "nobody")];

  expect(new Set(secrets.map(slugWith)).size).toBe(secrets.length);
  expect(slugWith(secretOfUser("machine", "root"))).toBe(slugWith(secretOfUser("machine", "root")));
});

test("a job keeps its snitch if its schedule or its command stayed, or if it moved to another file", () => {
  const before = [job("a"), job("b", "0 4 * * *"), job("c", "0 5 * * *")].map(known);
  const { matches, vanished } = matchKnown(
    [job("a", "0 9 * * *"), job("b --new", "0 4 * * *"), job("c", "0 5 * * *", "/etc/cron.d/c"), job("d")],
    before,
  );

  expect(matches.map(({ change, known: of }) => [change, of?.command ?? null])).toEqual([
    ["rescheduled", "a"],
    ["other command", "b"],
    ["moved", "c"],
    ["new", null],
  ]);
  expect(vanished).toEqual([]);
});

test("what could be two jobs is new, and what no file has any more is listed as vanished", () => {
  const before = [known(job("a")), known(job("b"))];
  const { matches, vanished } = matchKnown([job("x"), job("y")], before);

  expect(matches.map(({ change }) => change)).toEqual(["new", "new"]);
  expect(vanished).toEqual(before);
});

test("every known job is matched once or has vanished, and what did not change is unchanged, in any order", () => {
  const anyJob = fc.tuple(
    fc.constantFrom("a", "b", "c"),
    fc.constantFrom("0 3 * * *", "0 4 * * *"),
    fc.constantFrom("/etc/crontab", "/etc/cron.d/x"),
  );
  const jobs = fc
    .uniqueArray(anyJob, { selector: ([command, , file]) => `${command}${file}` })
    .map((all) => all.map(([command, schedule, file]) => job(command, schedule, file)));
  fc.assert(
    fc.property(jobs, jobs, (before, after) => {
      const all = before.map(known);
      const { matches, vanished } = matchKnown(after, all);

      const used = [...matches.flatMap((match) => match.known ?? []), ...vanished];
      expect(used.length).toBe(all.length);
      expect(new Set(used)).toEqual(new Set(all));
      const reversed = matchKnown([...after].reverse(), [...all].reverse());
      expect(new Set(reversed.matches.map((match) => JSON.stringify(match)))).toEqual(
        new Set(matches.map((match) => JSON.stringify(match))),
      );
    }),
  );
});
