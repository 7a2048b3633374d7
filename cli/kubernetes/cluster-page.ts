import { ApiRefusal, callApi } from "../client";
import type { Settings } from "../config";
import { isAny } from "../parse-response";
import type { Rules } from "./judge";
import type { CronJob } from "./objects";
import { DELETED, fitted, isRows, type Row, rowsOf } from "./rows";
import type { Snitches } from "./snitches";
import { slugOf } from "./terms";

const MINUTE_MS = 60_000;
const MAX_BYTES = 4 * 1024 * 1024;
/** What has not changed is published again so often: then it was seen. */
const PUBLISH_MS = 5 * MINUTE_MS;

export const keyOf = ({ namespace, name }: { namespace: string; name: string }) => `${namespace}/${name}`;
const deletionOf = (row: Row) => `deleted ${keyOf(row)} ${row.seen_at}`;

/** Says a text unless it was said already under this id. */
export type SayOnce = (id: string, text: string) => void;

/** The list of CronJobs that the server shows of a cluster. */
export class ClusterPage {
  readonly #settings: Settings;
  readonly #rules: Rules;
  readonly #snitches: Snitches;
  /** CronJobs that were in the former list, or are deleted. */
  #former = new Map<string, Row>();
  #published = "";
  #publishedAtMs = 0;

  constructor(settings: Settings, rules: Rules, snitches: Snitches) {
    this.#settings = settings;
    this.#rules = rules;
    this.#snitches = snitches;
  }

  /** Whether it is time to publish it, even if nothing has changed. */
  isDue = (nowMs: number): boolean => nowMs - this.#publishedAtMs >= PUBLISH_MS;

  /** Reads what a former watcher published. Its deletions were said. */
  async readFormer(noteSaid: (id: string) => void): Promise<void> {
    const rows = await callApi(this.#settings, {
      ...{ method: "GET", path: this.#path, maxBytes: MAX_BYTES, is: isRows },
    }).catch((error) => {
      if (isUnknown(error)) return [];
      throw error;
    });
    this.#former = new Map(rows.map((row) => [keyOf(row), row]));
    for (const row of rows) if (row.reason === DELETED) noteSaid(deletionOf(row));
  }

  wasSuspended = (cronJob: CronJob): boolean =>
    this.#former.get(keyOf(cronJob))?.reason.startsWith("suspended") ?? false;

  noteDeleted(cronJob: CronJob): void {
    const { namespace, name, schedule } = cronJob;
    const seen_at = new Date().toISOString();
    const snitch = this.#tokenOf(cronJob);
    this.#former.set(keyOf(cronJob), {
      ...{ namespace, name, watched: false, reason: DELETED, snitch, schedule, seen_at },
    });
  }

  /** Those of the former list with a snitch that are not there anymore were deleted while no one watched. */
  noteMissing(isPresent: (key: string) => boolean): void {
    for (const [key, row] of this.#former)
      if (!isPresent(key) && row.snitch !== null)
        this.#former.set(key, { ...row, watched: false, reason: DELETED });
  }

  async publish(cronJobs: Iterable<CronJob>, nowMs: number, sayOnce: SayOnce): Promise<void> {
    const rows = rowsOf(cronJobs, this.#rules, this.#snitches, new Date(nowMs)).map(
      ({ command: _, ...row }): Row => row,
    );
    for (const row of rows)
      if (row.watched && row.reason !== "")
        sayOnce(`${keyOf(row)} ${row.reason}`, `${keyOf(row)}: ${row.reason}`);
    const deleted = this.#deletedBut(new Set(rows.map(keyOf)));
    for (const row of deleted)
      sayOnce(
        deletionOf(row),
        `${keyOf(row)} was deleted from the cluster. Its snitch will alert: pause or delete it.`,
      );
    const all = fitted([...rows, ...deleted]);
    const text = JSON.stringify(all.map(({ seen_at: _, ...row }) => row));
    if (text === this.#published && !this.isDue(nowMs)) return;
    // Before the request: what is deleted meanwhile is noted in it.
    this.#former = new Map(all.map((row) => [keyOf(row), row]));
    await callApi(this.#settings, { method: "PUT", path: this.#path, body: all, is: isAny }).catch(
      (error) => {
        if (!isUnknown(error)) throw error;
        sayOnce("page", `${this.#settings.url} is too old to show clusters. Update Tattle there.`);
      },
    );
    this.#published = text;
    this.#publishedAtMs = nowMs;
  }

  /** The deleted ones that have a snitch. It may have been on its way when they were deleted. */
  #deletedBut(there: Set<string>): Row[] {
    return [...this.#former.values()]
      .filter((row) => !there.has(keyOf(row)) && row.reason === DELETED)
      .map((row) => ({ ...row, snitch: row.snitch ?? this.#tokenOf(row) }))
      .filter(({ snitch }) => snitch !== null);
  }

  #tokenOf = ({ namespace, name }: { namespace: string; name: string }) =>
    this.#snitches.tokenOf(slugOf(this.#rules.cluster, "cronjob", namespace, name));

  get #path() {
    return `/v1/kubernetes/${encodeURIComponent(this.#rules.cluster)}`;
  }
}

/** An earlier version of the server has no page for it. */
const isUnknown = (error: unknown): error is ApiRefusal =>
  error instanceof ApiRefusal && error.httpStatus === 404;
