import { ApiRefusal, callApi, describeReason, isReason, type Reason } from "../client";
import type { Settings } from "../config";
import { type Is, isAny, isHttpUrl, isList, isNumber, isObject, isOptional, isText } from "../parse-response";
import { retryOn } from "../retry";
import { rememberSnitch, type SnitchReference } from "../server";
import { clusterTag, type Terms } from "./terms";

const MAX_IN_ONE_REQUEST = 500;
const TIMEOUT_MS = 60_000;
const MAX_LIST_BYTES = 32 * 1024 * 1024;
/** A key has so many requests a minute. */
const PATIENCE = { attempts: 25, waitMs: 5_000 };

type Listed = Pick<Terms, "name" | "tags"> & {
  slug?: string | null;
  token: string;
  status: string;
  expects?: string | null;
  max_runtime?: number | null;
  severity?: string | null;
};
const isListed: Is<Listed> = isObject({
  slug: isOptional(isText),
  token: isText,
  name: isText,
  tags: isList(isText),
  status: isText,
  expects: isOptional(isText),
  max_runtime: isOptional(isNumber),
  severity: isOptional(isText),
});

type Kept = { slug: string; token: string; check_in_url: string };
type Refused = Reason & { slug?: string | null };
const isKept: Is<Kept> = isObject({ slug: isText, token: isText, check_in_url: isHttpUrl });
const isResult: Is<Kept | Refused> = (value): value is Kept | Refused =>
  isKept(value) || (isReason(value) && isObject({ slug: isOptional(isText) })(value));

/** A snitch as the server is known to have it. `schedule`: what it was last told of it. */
type Known = Omit<Listed, "slug"> & { schedule: string };

/** What differs from the terms, as a change of the snitch; null if nothing does. Tags that people added stay, and its name. */
export function changesOf(snitch: Omit<Listed, "slug" | "token">, terms: Terms): object | null {
  const { expects = "finish", max_runtime = null, severity } = snitch;
  const missing = terms.tags.filter((tag) => !snitch.tags.includes(tag));
  const changes = {
    ...((expects ?? "finish") !== terms.expects && { expects: terms.expects }),
    ...((max_runtime ?? null) !== terms.max_runtime && { max_runtime: terms.max_runtime }),
    ...(terms.severity !== undefined && severity !== terms.severity && { severity: terms.severity }),
    ...(missing.length > 0 && { tags: [...snitch.tags, ...missing] }),
  };
  return Object.keys(changes).length > 0 ? changes : null;
}

/** Whom a run is reported to: the server makes the snitch if it does not know it yet. */
export const referenceTo = ({ slug, name, schedule, timezone, grace, tags }: Terms): SnitchReference => ({
  kind: "slug",
  ...{ slug, name, schedule, timezone, grace, tags },
});

/** The snitches of a cluster, by their slugs. */
export class Snitches {
  readonly #settings: Settings;
  readonly #cluster: string;
  readonly #known = new Map<string, Known>();
  readonly #refusals = new Map<string, string>();
  #isLoaded = false;

  constructor(settings: Settings, cluster: string) {
    this.#settings = settings;
    this.#cluster = cluster;
  }

  tokenOf(slug: string): string | null {
    return this.#known.get(slug)?.token ?? null;
  }

  /** Why the server has no snitch with this slug, as far as it was asked. */
  refusalOf(slug: string): string | null {
    return this.#refusals.get(slug) ?? null;
  }

  /** What the server has of this cluster, in one request. */
  async load(): Promise<void> {
    if (this.#isLoaded) return;
    const snitches = await this.#call(
      "GET",
      `/v1/snitches?tags=${encodeURIComponent(clusterTag(this.#cluster))}`,
      {
        is: isList(isListed),
        maxBytes: MAX_LIST_BYTES,
      },
    );
    for (const { slug, token, name, tags, status, expects, max_runtime, severity } of snitches)
      if (slug)
        this.#known.set(slug, {
          ...{ token, name, tags, status, expects, max_runtime, severity },
          schedule: "",
        });
    this.#isLoaded = true;
  }

  /** Makes these snitches, as far as they are not there, many in one request. One that is refused holds back no other. */
  async make(all: Terms[]): Promise<void> {
    await this.load();
    const outdated = all.filter((terms) => this.#known.get(terms.slug)?.schedule !== scheduleOf(terms));
    for (let i = 0; i < outdated.length; i += MAX_IN_ONE_REQUEST)
      await this.#put(outdated.slice(i, i + MAX_IN_ONE_REQUEST));
  }

  /** Changes what differs from the terms, a snitch at a time. */
  async adjust(all: Terms[]): Promise<void> {
    for (const terms of all) {
      const snitch = this.#known.get(terms.slug);
      const changes = snitch && changesOf(snitch, terms);
      if (!changes) continue;
      await this.#call("PATCH", `/v1/snitches/${encodeURIComponent(snitch.token)}`, {
        body: changes,
        is: isAny,
      }).then(
        () => void Object.assign(snitch, changes),
        (error) => this.#note(terms.slug, error),
      );
    }
  }

  /** Pauses a snitch, or ends its pause. One that has never checked in has nothing to pause. */
  async setPaused(slug: string, isPaused: boolean): Promise<void> {
    const snitch = this.#known.get(slug);
    if (!snitch || (snitch.status === "paused") === isPaused) return;
    const path = `/v1/snitches/${encodeURIComponent(snitch.token)}/${isPaused ? "pause" : "unpause"}`;
    await this.#call("POST", path, { ...(isPaused && { body: { until: "unpaused" } }), is: isAny }).then(
      () => void Object.assign(snitch, { status: isPaused ? "paused" : "pending" }),
      (error) => {
        if (!(error instanceof ApiRefusal && error.httpStatus === 422)) this.#note(slug, error);
      },
    );
  }

  async #put(some: Terms[]): Promise<void> {
    const snitches = some.map(({ slug, name, schedule, timezone, grace, tags }) => ({
      ...{ slug, name, schedule, timezone, grace, tags },
    }));
    const results = await this.#call("PUT", "/v1/snitches/slugs", {
      body: { snitches },
      is: isObject({ snitches: isList(isResult) }),
    });
    for (const [i, result] of results.snitches.entries()) {
      const terms = some[i];
      if (!terms) continue;
      const { slug, name, tags } = terms;
      if (!("check_in_url" in result)) {
        this.#refusals.set(slug, describeReason(result));
        continue;
      }
      this.#refusals.delete(slug);
      const before = this.#known.get(slug) ?? { name, tags, status: "pending" };
      const { token, check_in_url } = result;
      rememberSnitch(this.#settings, referenceTo(terms), { token, check_in_url });
      this.#known.set(slug, { ...before, token, schedule: scheduleOf(terms) });
    }
  }

  #note(slug: string, error: unknown): void {
    if (!(error instanceof ApiRefusal)) throw error;
    // Someone has deleted it: its next run, or the next start, makes it again.
    if (error.httpStatus === 404) this.#known.delete(slug);
    else if (error.httpStatus !== 422) throw error;
    else this.#refusals.set(slug, error.message);
  }

  #call<Result>(
    method: "GET" | "PUT" | "PATCH" | "POST",
    path: string,
    rest: { body?: unknown; is: Is<Result>; maxBytes?: number },
  ): Promise<Result> {
    return retryOn(429, PATIENCE, () =>
      callApi(this.#settings, { method, path, timeoutMs: TIMEOUT_MS, ...rest }),
    );
  }
}

const scheduleOf = ({ schedule, timezone, grace }: Terms) => JSON.stringify([schedule, timezone, grace]);
