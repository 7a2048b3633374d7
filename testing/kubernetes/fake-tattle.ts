import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";

type Snitch = {
  slug: string;
  token: string;
  name: string;
  tags: string[];
  status: string;
  [member: string]: unknown;
};
type FakeReport = {
  slug: string;
  signal: string;
  rid: string;
  message: string;
  output: string;
  atMs: number;
};

/** What a watcher asks of Tattle: snitches by slug, the page of a cluster, and reports, of which each is kept once. */
export class FakeTattle {
  readonly snitches = new Map<string, Snitch>();
  readonly reports: FakeReport[] = [];
  readonly requests: string[] = [];
  rows: unknown[] | null = null;
  isAway = false;
  readonly #server = createServer((request, response) => {
    void this.#take(request).then(({ code, body }) => {
      response.writeHead(this.isAway ? 503 : code, { "X-RateLimit-Limit": "10" });
      response.end(this.isAway || body === undefined ? "" : JSON.stringify(body));
    });
  });
  url = "";

  async start(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The runs of a snitch by their Jobs: the signals of each in the order of their times. */
  runsOf(slug: string): Map<string, string[]> {
    const runs = new Map<string, string[]>();
    const ofSnitch = this.reports.filter(
      (report) => report.slug === slug && report.signal !== "log" && report.rid,
    );
    for (const { rid, signal } of ofSnitch.toSorted((one, other) => one.atMs - other.atMs))
      runs.set(rid, [...(runs.get(rid) ?? []), signal]);
    return runs;
  }

  async #take(request: IncomingMessage): Promise<{ code: number; body?: unknown }> {
    const { pathname, searchParams: query } = new URL(request.url ?? "", "http://fake");
    const text = await readText(request);
    if (this.isAway) return { code: 503 };
    this.requests.push(`${request.method} ${pathname}`);
    if (pathname === "/.well-known/tattle")
      return { code: 200, body: { check_in_url: this.url, version: "1" } };
    if (pathname === "/v1/snitches") return { code: 200, body: [...this.snitches.values()] };
    if (pathname === "/v1/snitches/slugs") {
      const { snitches } = JSON.parse(text) as { snitches: Snitch[] };
      return { code: 200, body: { snitches: snitches.map((snitch) => this.#ensure(snitch)) } };
    }
    const [, slug] = /^\/v1\/snitches\/slugs\/(.+)$/.exec(pathname) ?? [];
    if (slug) return { code: 200, body: this.#ensure({ ...JSON.parse(text), slug }) };
    if (pathname.startsWith("/v1/kubernetes/")) {
      if (request.method === "PUT") this.rows = JSON.parse(text);
      return this.rows ? { code: 200, body: this.rows } : { code: 404, body: { error: "No such path." } };
    }
    const [, token, verb] = /^\/v1\/snitches\/([\w-]+)(?:\/(\w+))?$/.exec(pathname) ?? [];
    const snitch = [...this.snitches.values()].find((each) => each.token === token);
    if (snitch) {
      if (verb) snitch.status = verb === "pause" ? "paused" : "pending";
      else Object.assign(snitch, JSON.parse(text));
      return { code: 200, body: snitch };
    }
    return this.#checkIn(pathname, query, text);
  }

  #ensure(input: Snitch) {
    const snitch = this.snitches.get(input.slug) ?? {
      ...input,
      token: `t${this.snitches.size}`,
      status: "pending",
    };
    Object.assign(snitch, { schedule: input.schedule, timezone: input.timezone, grace: input.grace });
    this.snitches.set(input.slug, snitch);
    return {
      slug: input.slug,
      token: snitch.token,
      check_in_url: `${this.url}/${snitch.token}`,
      created: true,
    };
  }

  #checkIn(pathname: string, query: URLSearchParams, output: string) {
    const [, token, signal = ""] = pathname.split("/");
    const snitch = [...this.snitches.values()].find((each) => each.token === token);
    if (!snitch) return { code: 404 };
    const rid = query.get("rid") ?? "";
    const { slug } = snitch;
    const isKnown =
      rid && this.reports.some((each) => each.slug === slug && each.rid === rid && each.signal === signal);
    const atMs = Date.now() - Number(query.get("age") ?? 0) * 1_000;
    if (!isKnown) this.reports.push({ slug, signal, rid, message: query.get("m") ?? "", output, atMs });
    return { code: 202 };
  }
}
