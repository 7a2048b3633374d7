/** A value of an object in Kubernetes, which anyone who may create such objects has written. */
type Json = { [name: string]: Json } & unknown;

/** The annotations of `tattle/…` that mean something, and how much of one is read. */
export const ANNOTATIONS = ["name", "grace", "tags", "severity", "channels", "max-runtime", "log"] as const;
export type Annotations = Partial<Record<(typeof ANNOTATIONS)[number], string>>;
const MAX_ANNOTATION_CHARACTERS = 1_000;
const MAX_TEXT_CHARACTERS = 500;
export const LABEL = "tattle/monitor";

type Named = { uid: string; namespace: string; name: string; createdAtMs: number; label: string | null };

export type CronJob = Named & {
  schedule: string;
  timezone: string | null;
  isSuspended: boolean;
  concurrency: string;
  startingDeadlineSeconds: number | null;
  activeDeadlineSeconds: number | null;
  lastScheduledAtMs: number | null;
  lastSucceededAtMs: number | null;
  /** How many of its Jobs run. */
  active: number;
  annotations: Annotations;
};

export type JobEnd = { atMs: number; isFailed: boolean; reason: string; message: string };

export type Job = Named & {
  /** The name of the CronJob that made it; null for a Job of its own. */
  cronJob: string | null;
  /** What the names of such Jobs begin with, for a Job of its own. */
  series: string;
  activeDeadlineSeconds: number | null;
  attempts: number;
  failedAttempts: number;
  readyPods: number;
  startedAtMs: number | null;
  scheduledAtMs: number | null;
  end: JobEnd | null;
  annotations: Annotations;
};

/** A container that has ended or cannot start. `exitStatus`: null if it has not run. */
export type PodContainer = {
  name: string;
  reason: string;
  message: string;
  exitStatus: number | null;
  memoryLimit: string;
};
export type Pod = {
  name: string;
  createdAtMs: number;
  reason: string;
  message: string;
  containers: PodContainer[];
};

const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (part, name) =>
      typeof part === "object" && part !== null && Object.hasOwn(part, name)
        ? (part as Json)[name]
        : undefined,
    value,
  );

/** Control characters, separators of lines, and what changes the direction of a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]+/g;

/** A text on one line, cut. */
export const lineOf = (text: string, maxCharacters = MAX_TEXT_CHARACTERS): string =>
  text.slice(0, maxCharacters).toWellFormed().replace(UNPRINTABLE, " ").trim();

const textAt = (value: unknown, ...path: string[]): string => {
  const text = at(value, ...path);
  return typeof text === "string" ? lineOf(text) : "";
};
const numberAt = (value: unknown, ...path: string[]): number | null => {
  const number = at(value, ...path);
  return typeof number === "number" && Number.isFinite(number) ? number : null;
};
const timeAt = (value: unknown, ...path: string[]): number | null => {
  const timeMs = Date.parse(textAt(value, ...path));
  return Number.isNaN(timeMs) ? null : timeMs;
};
const listAt = (value: unknown, ...path: string[]): unknown[] => {
  const list = at(value, ...path);
  return Array.isArray(list) ? list : [];
};

/** Names as Kubernetes allows them; a server that sends others is not believed. */
const isName = (text: string) => /^[a-z\d]([-a-z\d.]{0,251}[a-z\d])?$/.test(text);

function readNamed(object: unknown): Named | null {
  const [uid, namespace, name] = ["uid", "namespace", "name"].map((key) => textAt(object, "metadata", key));
  if (!uid || !namespace || !name || !/^[\w-]{1,64}$/.test(uid) || !isName(namespace) || !isName(name))
    return null;
  const label = at(object, "metadata", "labels", LABEL);
  return {
    uid,
    namespace,
    name,
    createdAtMs: timeAt(object, "metadata", "creationTimestamp") ?? 0,
    label: typeof label === "string" ? lineOf(label) : null,
  };
}

function readAnnotations(object: unknown): Annotations {
  const annotations: Annotations = {};
  for (const name of ANNOTATIONS) {
    const text = at(object, "metadata", "annotations", `tattle/${name}`);
    if (typeof text === "string") annotations[name] = lineOf(text, MAX_ANNOTATION_CHARACTERS);
  }
  return annotations;
}

/** What is kept of a CronJob; null for anything else. */
export function readCronJob(object: unknown): CronJob | null {
  const identity = readNamed(object);
  if (!identity) return null;
  return {
    ...identity,
    schedule: textAt(object, "spec", "schedule"),
    timezone: textAt(object, "spec", "timeZone") || null,
    isSuspended: at(object, "spec", "suspend") === true,
    concurrency: textAt(object, "spec", "concurrencyPolicy"),
    startingDeadlineSeconds: numberAt(object, "spec", "startingDeadlineSeconds"),
    activeDeadlineSeconds: numberAt(object, "spec", "jobTemplate", "spec", "activeDeadlineSeconds"),
    lastScheduledAtMs: timeAt(object, "status", "lastScheduleTime"),
    lastSucceededAtMs: timeAt(object, "status", "lastSuccessfulTime"),
    active: listAt(object, "status", "active").length,
    annotations: readAnnotations(object),
  };
}

/** What is kept of a Job; null for anything else. */
export function readJob(object: unknown): Job | null {
  const identity = readNamed(object);
  if (!identity) return null;
  const owner = listAt(object, "metadata", "ownerReferences").find((each) => at(each, "controller") === true);
  const cronJob = textAt(owner, "kind") === "CronJob" ? textAt(owner, "name") : null;
  return {
    ...identity,
    cronJob,
    series: textAt(object, "metadata", "generateName").replace(/[-.]+$/, "") || identity.name,
    activeDeadlineSeconds: numberAt(object, "spec", "activeDeadlineSeconds"),
    attempts: (numberAt(object, "spec", "backoffLimit") ?? 6) + 1,
    failedAttempts: numberAt(object, "status", "failed") ?? 0,
    readyPods: numberAt(object, "status", "ready") ?? 0,
    startedAtMs: timeAt(object, "status", "startTime"),
    scheduledAtMs: timeAt(
      object,
      "metadata",
      "annotations",
      "batch.kubernetes.io/cronjob-scheduled-timestamp",
    ),
    end: readEnd(object),
    annotations: cronJob === null ? readAnnotations(object) : {},
  };
}

function readEnd(object: unknown): JobEnd | null {
  const conditions = listAt(object, "status", "conditions").filter(
    (each) => textAt(each, "status") === "True",
  );
  const condition = (type: string) => conditions.find((each) => textAt(each, "type") === type);
  const failed = condition("Failed");
  const ended = failed ?? condition("Complete");
  if (!ended) return null;
  const atMs = timeAt(object, "status", "completionTime") ?? timeAt(ended, "lastTransitionTime");
  if (atMs === null) return null;
  return {
    atMs,
    isFailed: failed !== undefined,
    reason: textAt(ended, "reason"),
    message: textAt(ended, "message"),
  };
}

/** What is kept of a pod: how it and its containers ended, and why they do not start. */
export function readPod(object: unknown): Pod | null {
  const name = textAt(object, "metadata", "name");
  if (!isName(name)) return null;
  const specs = [...listAt(object, "spec", "initContainers"), ...listAt(object, "spec", "containers")];
  const statuses = ["initContainerStatuses", "containerStatuses"].flatMap((key) =>
    listAt(object, "status", key),
  );
  return {
    name,
    createdAtMs: timeAt(object, "metadata", "creationTimestamp") ?? 0,
    reason: textAt(object, "status", "reason"),
    message: textAt(object, "status", "message"),
    containers: statuses.map((status) => {
      const container = textAt(status, "name");
      // A container that was started again has its end in `lastState`.
      const state = at(status, "state", "terminated") ?? at(status, "state", "waiting");
      const last = at(status, "lastState", "terminated");
      const result = textAt(state, "reason") === "CrashLoopBackOff" ? (last ?? state) : (state ?? last);
      return {
        name: container,
        reason: textAt(result, "reason"),
        message: textAt(result, "message"),
        exitStatus: numberAt(result, "exitCode"),
        memoryLimit: textAt(
          specs.find((each) => textAt(each, "name") === container),
          "resources",
          "limits",
          "memory",
        ),
      };
    }),
  };
}
