import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeFailure, describeWaiting } from "./failure";
import { judge } from "./judge";
import { type CronJob, type Job, readCronJob, readJob, readPod } from "./objects";
import { readTerms, slugOf } from "./terms";
import { findTrouble } from "./trouble";

const tuesday = Date.parse("2026-03-10T12:00:00Z");
const HOUR_MS = 3_600_000;

type Parts = { metadata?: object; spec?: object; status?: object };
const anObject = ({ metadata, ...parts }: Parts) => ({
  metadata: {
    uid: "0c4f-1",
    namespace: "shop",
    name: "backup",
    creationTimestamp: "2026-03-01T00:00:00Z",
    labels: { "tattle/monitor": "true" },
    ...metadata,
  },
  ...parts,
});

const aCronJob = ({ spec = {}, ...parts }: Parts = {}): CronJob => {
  const cronJob = readCronJob(anObject({ spec: { schedule: "0 3 * * *", ...spec }, ...parts }));
  if (!cronJob) throw new Error("It is a CronJob.");
  return cronJob;
};
const aJob = (parts: Parts): Job => {
  const job = readJob(anObject(parts));
  if (!job) throw new Error("It is a Job.");
  return job;
};
const failed = (reason: string, status: object = {}, spec: object = {}): Job =>
  aJob({
    spec: { backoffLimit: 2, ...spec },
    status: {
      conditions: [{ type: "Failed", status: "True", reason, lastTransitionTime: "2026-03-10T03:05:00Z" }],
      ...status,
    },
  });
const aPod = (status: object, spec: object = {}) => {
  const pod = readPod(anObject({ metadata: { name: "backup-1-x" }, spec, status }));
  if (!pod) throw new Error("It is a pod.");
  return pod;
};
const terminated = (name: string, exitCode: number, reason = "Error") => ({
  name,
  state: { terminated: { exitCode, reason } },
});

describe("which CronJobs are watched", () => {
  const rules = { cluster: "prod", isAll: false, suspendedAfterMs: 7 * 24 * HOUR_MS };
  const say = (parts: Parts, more: Partial<typeof rules> = {}) =>
    judge(aCronJob(parts), { ...rules, ...more }, tuesday);
  const LABEL = "kubectl label cronjob backup --namespace shop --overwrite tattle/monitor=true";

  test.each<[string, Parts, Partial<typeof rules>, string | null, string | null]>([
    ["one with the label", {}, {}, "", null],
    ["one without", { metadata: { labels: {} } }, {}, "no label", LABEL],
    ["one without, if all are", { metadata: { labels: {} } }, { isAll: true }, "", null],
    [
      "one that says no, though all are",
      { metadata: { labels: { "tattle/monitor": "false" } } },
      { isAll: true },
      "label tattle/monitor is “false”",
      LABEL,
    ],
    [
      "one whose label means nothing",
      { metadata: { labels: { "tattle/monitor": "yes" } } },
      {},
      "label tattle/monitor must be “true” or “false”: yes",
      LABEL,
    ],
    ["@reboot", { spec: { schedule: "@reboot" } }, {}, "schedule not supported: @reboot", null],
    ["@every", { spec: { schedule: "@every 1h" } }, {}, "schedule not supported: @every 1h", null],
    ["another zone", { spec: { timeZone: "Mars/One" } }, {}, "time zone not supported: Mars/One", null],
    ["a question mark", { spec: { schedule: "0 3 ? * 1-5" } }, {}, "", null],
    [
      "days that two crons read in two ways",
      { spec: { schedule: "0 3 */2 * 1" } },
      {},
      "schedule not supported: 0 3 */2 * 1 (days by date and by weekday, with a step)",
      null,
    ],
    [
      "a suspended one that never ran",
      { spec: { suspend: true } },
      {},
      "suspended",
      `kubectl patch cronjob backup --namespace shop --patch '{"spec":{"suspend":false}}'`,
    ],
  ])("%s", (_, parts, more, reason, command) => {
    const verdict = say(parts, more);
    expect(verdict).toMatchObject({ reason, command });
    expect(verdict.isWatched).toBe(reason === "");
  });

  test("one that ran and is suspended keeps its snitch, and after seven days it says so", () => {
    const suspended = (lastScheduleTime: string, schedule = "0 3 * * *") =>
      say({ spec: { suspend: true, schedule }, status: { lastScheduleTime } });
    expect(suspended("2026-03-03T03:00:00Z")).toMatchObject({ isWatched: true, reason: "suspended" });
    expect(suspended("2026-03-01T03:00:00Z").reason).toBe(
      "suspended, and without a run for 8 days: resume or delete it",
    );
    // None of its runs was skipped yet.
    expect(suspended("2026-03-01T03:00:00Z", "0 3 1 * *").reason).toBe("suspended");
  });

  test("an invalid annotation is reported, and the rest is followed", () => {
    const annotations = {
      "tattle/grace": "soon",
      "tattle/severity": "huge",
      "tattle/max-runtime": "2h",
      "tattle/tags": "db, cluster:other",
    };
    expect(say({ metadata: { annotations } })).toEqual({
      isWatched: true,
      reason: [
        "annotation tattle/severity isn't one of info, warning, critical: huge",
        "annotation tattle/grace isn't a duration such as 15m: soon",
        "annotation tattle/tags must have at most 20 short words without cluster:, namespace: or channel:",
      ].join("; "),
      command: null,
    });
  });
});

describe("the snitch of a CronJob", () => {
  test("has its schedule, the cluster's tag, a grace with a cold start, and a limit only if it has one", () => {
    const spec = { timeZone: "Europe/Riga", startingDeadlineSeconds: 60 };
    const { terms } = readTerms("prod", aCronJob({ spec }));
    expect(terms).toMatchObject({
      name: "shop/backup",
      schedule: "0 3 * * *",
      timezone: "Europe/Riga",
      grace: 360,
      tags: ["cluster:prod", "namespace:shop"],
      expects: "start",
      max_runtime: null,
    });
    const limited = aCronJob({ spec: { jobTemplate: { spec: { activeDeadlineSeconds: 600 } } } });
    expect(readTerms("prod", limited).terms.max_runtime).toBe(600);
  });

  test("follows its annotations", () => {
    const annotations = {
      "tattle/name": "Backup of the shop",
      "tattle/grace": "1h",
      "tattle/tags": "db,night",
      "tattle/severity": "warning",
      "tattle/channels": "ops",
      "tattle/max-runtime": "30m",
      "tattle/log": "false",
    };
    const { terms, problems, sendsLog } = readTerms("prod", aCronJob({ metadata: { annotations } }));
    expect(terms).toMatchObject({
      name: "Backup of the shop",
      grace: 3600,
      tags: ["cluster:prod", "namespace:shop", "db", "night", "channel:ops"],
      severity: "warning",
      max_runtime: 1800,
    });
    expect([problems, sendsLog]).toEqual([[], false]);
  });

  test("is that of no other namespace or cluster, however they are called", () => {
    const slugs = [
      slugOf("a", "cronjob", "b", "c-d"),
      slugOf("a", "cronjob", "b-c", "d"),
      slugOf("a-b", "cronjob", "c", "d"),
      slugOf("a", "job", "b", "c-d"),
    ];
    expect(new Set(slugs).size).toBe(4);
    // A name is only shown: taking the name of another CronJob does not give access to its snitch.
    const annotations = { "tattle/name": "other/backup" };
    expect(readTerms("prod", aCronJob({ metadata: { annotations } })).terms.slug).toBe(
      readTerms("prod", aCronJob()).terms.slug,
    );
  });
});

describe("why a Job failed", () => {
  const BACKOFF = "BackoffLimitExceeded: failed 3 of 3 attempts.";
  test.each<[string, Job, Parameters<typeof describeFailure>[1], string, number | null]>([
    [
      "an exit status",
      failed("BackoffLimitExceeded", { failed: 3 }),
      [aPod({ containerStatuses: [terminated("main", 3)] })],
      `main ended with exit status 3. ${BACKOFF}`,
      3,
    ],
    [
      "memory",
      failed("BackoffLimitExceeded", { failed: 3 }),
      [
        aPod(
          { containerStatuses: [terminated("main", 137, "OOMKilled")] },
          { containers: [{ name: "main", resources: { limits: { memory: "64Mi" } } }] },
        ),
      ],
      `OOMKilled: main used more memory than its limit of 64Mi (exit status 137). ${BACKOFF}`,
      137,
    ],
    [
      "an init container, which failed first",
      failed("BackoffLimitExceeded", { failed: 3 }),
      [
        aPod({
          initContainerStatuses: [terminated("migrate", 2)],
          containerStatuses: [{ name: "main", state: { waiting: { reason: "PodInitializing" } } }],
        }),
      ],
      `migrate ended with exit status 2. ${BACKOFF}`,
      2,
    ],
    [
      "an image, with a deadline",
      failed("DeadlineExceeded", {}, { activeDeadlineSeconds: 60 }),
      [
        aPod({
          containerStatuses: [
            {
              name: "main",
              state: { waiting: { reason: "ImagePullBackOff", message: "Back-off pulling x" } },
            },
          ],
        }),
      ],
      "ImagePullBackOff: Back-off pulling x DeadlineExceeded: ran longer than 60 s.",
      null,
    ],
    [
      "an eviction",
      failed("BackoffLimitExceeded", { failed: 1 }, { backoffLimit: 0 }),
      [aPod({ reason: "Evicted", message: "The node was low on memory." })],
      "Evicted: The node was low on memory. BackoffLimitExceeded: failed 1 of 1 attempts.",
      null,
    ],
    ["no pod that is left", failed("BackoffLimitExceeded", { failed: 3 }), [], BACKOFF, null],
    [
      "another reason",
      failed("PodFailurePolicy", {
        conditions: [
          {
            type: "Failed",
            status: "True",
            reason: "PodFailurePolicy",
            message: "a rule matched",
            lastTransitionTime: "2026-03-10T03:05:00Z",
          },
        ],
      }),
      [],
      "PodFailurePolicy: a rule matched",
      null,
    ],
  ])("%s", (_, job, pods, message, exitStatus) => {
    expect(describeFailure(job, pods)).toMatchObject({ message, exitStatus });
  });

  test("what it waited for is said when its pods are gone", () => {
    const waiting = aPod({
      containerStatuses: [{ name: "main", state: { waiting: { reason: "ErrImagePull" } } }],
    });
    const waited = describeWaiting([waiting]);
    expect(waited).toBe("ErrImagePull: main cannot start.");
    expect(describeFailure(failed("DeadlineExceeded"), [], waited).message).toBe(
      "DeadlineExceeded: ran longer than allowed. Before that, it waited: ErrImagePull: main cannot start.",
    );
    expect(describeWaiting([aPod({ containerStatuses: [terminated("main", 1)] })])).toBeNull();
  });
});

describe("starts that Kubernetes did not make", () => {
  const trouble = (parts: Parts, nowMs = tuesday) => findTrouble(aCronJob(parts), nowMs)?.message ?? null;
  const hourly = { schedule: "0 * * * *" };

  test.each<[string, Parts, string | null]>([
    ["none", { status: { lastScheduleTime: "2026-03-10T03:00:00Z" } }, null],
    [
      "no Job",
      { status: { lastScheduleTime: "2026-03-09T03:00:00Z" } },
      "Not scheduled: Kubernetes created no Job for 2026-03-10T03:00:00.000Z.",
    ],
    [
      "its own time zone",
      { spec: { timeZone: "Europe/Riga" }, status: { lastScheduleTime: "2026-03-09T01:00:00Z" } },
      "Not scheduled: Kubernetes created no Job for 2026-03-10T01:00:00.000Z.",
    ],
    [
      "a Job that still runs",
      {
        spec: { concurrencyPolicy: "Forbid" },
        status: { lastScheduleTime: "2026-03-09T03:00:00Z", active: [{}] },
      },
      "Skipped: the previous Job is still running, and concurrencyPolicy is Forbid.",
    ],
    ["none while it is suspended", { spec: { suspend: true } }, null],
    ["none before it was created", { metadata: { creationTimestamp: "2026-03-10T11:00:00Z" } }, null],
    [
      "more than a hundred",
      { spec: hourly, status: { lastScheduleTime: "2026-03-04T00:00:00Z" } },
      "Stuck: Kubernetes has missed more than 100 starts since 2026-03-04T00:00:00.000Z, and may no longer start it. Set startingDeadlineSeconds, or create the CronJob again.",
    ],
  ])("%s", (_, parts, message) => {
    expect(trouble(parts)).toBe(message);
  });

  test("a minute passes before it is said, and then it is said once", () => {
    const parts = { spec: hourly, status: { lastScheduleTime: "2026-03-10T11:00:00Z" } };
    expect(trouble(parts, tuesday + 59_000)).toBeNull();
    const ids = [61_000, 120_000, 50 * 60_000].map((ms) => findTrouble(aCronJob(parts), tuesday + ms)?.id);
    expect(new Set(ids)).toEqual(new Set([`0c4f-1.${tuesday / 1_000}`]));
  });
});

test("whatever an object holds, nothing of it is long or commands a terminal", () => {
  const hostile = fc.oneof(
    fc.string({ unit: "binary", maxLength: 2_000 }),
    fc.constantFrom("\u001b[2J", "=1+1", "[x](javascript:1)", "__proto__", "a".repeat(100_000)),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(hostile, hostile, hostile, hostile, (name, label, annotation, schedule) => {
      const metadata = {
        name: "x",
        labels: { "tattle/monitor": label },
        annotations: { "tattle/name": annotation, "tattle/tags": annotation, "tattle/grace": name },
      };
      const cronJob = aCronJob({
        metadata,
        spec: { schedule, timeZone: name, startingDeadlineSeconds: name },
      });
      const rules = { cluster: "prod", isAll: true, suspendedAfterMs: 0 };
      const { terms } = readTerms("prod", cronJob);
      const pod = { reason: name, message: label, containerStatuses: annotation };
      const texts = [
        ...Object.values(judge(cronJob, rules, tuesday)),
        ...Object.values(terms).flat(),
        describeFailure(failed(String(name)), [aPod(pod)]).message,
      ].map(String);
      expect(terms.tags[0]).toBe("cluster:prod");
      expect(terms.tags.filter((tag) => tag.startsWith("cluster:"))).toHaveLength(1);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters.
      for (const text of texts) expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
      for (const text of texts) expect(text.length).toBeLessThan(4_500);
      expect(readCronJob(name) ?? readJob(label) ?? readPod(schedule)).toBeNull();
    }),
  );
});
