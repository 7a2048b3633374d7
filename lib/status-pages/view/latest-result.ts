import { SECOND_MS } from "@/lib/rules/durations";

type Options<Result> = {
  /** How old a result may be, and how young none is computed again although it may have changed. */
  maxAgeMs: number;
  minAgeMs: number;
  compute: (now: Date) => Promise<Result>;
};

/** How long readers wait for a newer result while there is one. */
const PATIENCE_MS = SECOND_MS;

/** After a failure, how long no one tries again. */
const RETRY_MS = SECOND_MS;

/**
 * The latest result of some work, for any number of readers. When it may have changed it is computed again, once; while that takes long
 * or fails, because Postgres is unavailable, the previous one remains.
 */
export class LatestResult<Result> {
  private latest: { at: number; result: Result; changes: number } | null = null;
  private next: Promise<Result> | null = null;
  private failedAt = Number.NEGATIVE_INFINITY;
  private changes = 0;

  constructor(private readonly options: Options<Result>) {}

  /** Notes that the result may have changed. */
  expire(): void {
    this.changes += 1;
  }

  /** Throws only if there was no result yet. */
  read(now: Date): Promise<Result> | Result {
    const { latest, options } = this;
    const ageMs = latest ? now.getTime() - latest.at : Number.POSITIVE_INFINITY;
    const isStale =
      ageMs >= options.maxAgeMs || (latest?.changes !== this.changes && ageMs >= options.minAgeMs);
    if (latest && !isStale) return latest.result;
    if (latest && now.getTime() - this.failedAt < RETRY_MS) return latest.result;
    this.next ??= this.computeNext(now);
    return this.next;
  }

  /** The next result, or after a while the previous one. Until the work has ended, it does not begin again. */
  private computeNext(now: Date): Promise<Result> {
    const { changes, latest } = this;
    const work = this.options
      .compute(now)
      .then(
        (result) => {
          this.latest = { at: now.getTime(), result, changes };
          return result;
        },
        (error: unknown) => {
          this.failedAt = now.getTime();
          if (latest) return latest.result;
          throw error;
        },
      )
      .finally(() => {
        this.next = null;
      });
    if (!latest) return work;
    const before = new Promise<Result>((resolve) => {
      setTimeout(resolve, PATIENCE_MS, latest.result).unref();
    });
    return Promise.race([work, before]);
  }
}
