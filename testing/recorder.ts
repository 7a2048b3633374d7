import { vi } from "vitest";
import { SECOND_MS } from "@/lib/rules/durations";
import { send } from "./requests";

/** Only their presence is recorded: they are random, derived from random data, or count a minute's requests. */
const VOLATILE_HEADERS = [
  "etag",
  "retry-after",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-request-id",
];

/**
 * A response. `headers`: the place of its headers in the list of the recording. `body`: as JSON, which is the same byte for byte;
 * `message`: the same in a stream of events; `text`: the lines of any other.
 */
type Recorded = { status: number; headers: number; body?: unknown; message?: unknown; text?: string[] };

/** `key`: the name of the key that was sent. `with`: further headers of the request. */
type Entry = { request: string; key: string; with?: Record<string, string>; sent?: unknown } & Recorded;

/** `note`: what is recorded in place of a body that the test generates. `through`: the handler, of a path outside `/v1`. */
type Given = {
  as?: string;
  body?: unknown;
  headers?: Record<string, string>;
  note?: string;
  through?: (request: Request) => Promise<Response>;
};

/**
 * Sends requests, one each second of a clock that it sets, and keeps what comes back. `keys` are by the name that stands in the
 * recording.
 */
export function openRecorder(beginsAt: string, keys: Record<string, string | undefined>) {
  let now = Date.parse(beginsAt);
  const entries: Entry[] = [];
  const headersSeen: string[] = [];

  function findHeaders(response: Response): number {
    const headers = Object.fromEntries(response.headers);
    for (const name of VOLATILE_HEADERS) if (name in headers) headers[name] = "…";
    const json = JSON.stringify(headers);
    const place = headersSeen.indexOf(json);
    return place < 0 ? headersSeen.push(json) - 1 : place;
  }

  async function call(method: string, path: string, as: string, { body, headers, through }: Given) {
    now += SECOND_MS;
    vi.setSystemTime(now);
    const key = keys[as];
    const response = await (through
      ? through(buildRequest(method, path, { key, body, headers }))
      : send(method, path, { key, body, headers }));
    // The server leaves out the body.
    const { parsed, ...content } = method === "HEAD" ? { parsed: undefined } : await readBody(response);
    return { parsed, response: { status: response.status, headers: findHeaders(response), ...content } };
  }

  function keep(
    method: string,
    path: string,
    as: string,
    { headers, body, note }: Given,
    response: Recorded,
  ) {
    const sent = note ?? body;
    entries.push({
      request: `${method} ${path}`,
      key: as,
      ...(headers && { with: headers }),
      ...(sent !== undefined && { sent }),
      ...response,
    });
  }

  return {
    /** Records a request. Returns the parsed body of its response. */
    // biome-ignore lint/suspicious/noExplicitAny: the responses of many paths.
    async ask(method: string, path: string, given: Given = {}): Promise<any> {
      const { as = "full" } = given;
      const { parsed, response } = await call(method, path, as, given);
      keep(method, path, as, given, response);
      return parsed;
    },
    /** Records a request by each of these keys: those that get the same stand together. */
    askAs: (names: string[], method: string, path: string, given: Given = {}) =>
      together(
        names,
        (as) => call(method, path, as, given),
        (as, response) => keep(method, path, as.join(", "), given, response),
      ),
    /** Records requests such as `GET /v1/snitches`: those that get responses alike stand together. */
    askAll: (requests: string[]) =>
      together(
        requests,
        (request) => call(...split(request), "full", {}),
        (alike, response) => keep(...split(alike.join(", ")), "full", {}, response),
      ),
    /** Records a request with each of these bodies, by their names: those that get responses alike stand together. */
    askEach: (bodies: Record<string, unknown>, method: string, path: string) =>
      together(
        Object.keys(bodies),
        (name) => call(method, path, "full", { body: bodies[name] }),
        (names, response) => keep(method, path, "full", { note: names.join("; ") }, response),
      ),
    /** Lets time pass. */
    pass(ms: number): Date {
      now += ms;
      vi.setSystemTime(now);
      return new Date(now);
    },
    entries,
    /** The headers to which the entries refer. */
    listHeaders: () => headersSeen.map((json) => JSON.parse(json) as Record<string, string>),
  };
}

const split = (request: string): [method: string, path: string] => {
  const [method = "", ...rest] = request.split(" ");
  return [method, rest.join(" ")];
};

/** Asks for each name, and keeps each response once. */
async function together(
  names: string[],
  ask: (name: string) => Promise<{ response: Recorded }>,
  keep: (names: string[], response: Recorded) => void,
) {
  const namesOf = new Map<string, string[]>();
  for (const name of names) {
    const json = JSON.stringify((await ask(name)).response);
    namesOf.set(json, [...(namesOf.get(json) ?? []), name]);
  }
  for (const [json, alike] of namesOf) keep(alike, JSON.parse(json));
}

export type Recorder = ReturnType<typeof openRecorder>;

function buildRequest(method: string, path: string, { key, body, headers }: Given & { key?: string }) {
  return new Request(`http://localhost:3000${path}`, {
    method,
    headers: {
      ...(key && (path.startsWith("/api/") ? { "X-Api-Key": key } : { Authorization: `Bearer ${key}` })),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

/** What a body is recorded as, and what it means. */
async function readBody(response: Response) {
  const text = await response.text();
  if (text === "") return { parsed: undefined };
  const [, data] = /^event: message\ndata: (.*)\n\n$/.exec(text) ?? [];
  const json = data ?? text;
  const parsed = parse(json);
  if (JSON.stringify(parsed) !== json) return { parsed, text: text.split("\n") };
  return { parsed, ...(data === undefined ? { body: parsed } : { message: parsed }) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const RANDOM = {
  id: "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}",
  key: "tattle_[\\dA-Za-z]{28}",
  prefix: 'tattle_[\\dA-Za-z]{5}(?=")|(?<="prefix": ?")[\\da-f]{5}(?=")',
  link: '(?<=key=|"key": ?")[\\w-]{43}',
  masked: "[\\da-f]{4}(?=…)",
  secret: "whsec_[\\w+/=]+",
  // A number is none.
  hex: "(?!\\d+[,\\]}\\n])(?:(?=[a-f]*\\d)[\\da-f]{64}|[\\da-f]{40}|[\\da-f]{32}|[\\da-f]{24}|[\\da-f]{16})",
  signature: "(?<=/badge/[\\da-f-]{36}/)[\\w-]{8}",
  time: "\\d{4}-\\d\\d-\\d\\dT[\\d:]{8}\\.\\d{3}Z",
};

const ANY_RANDOM = new RegExp(
  Object.entries(RANDOM)
    .map(([name, pattern]) => `(?<${name}>(?<![\\w])(?:${pattern})(?![\\w]))`)
    .join("|"),
  "g",
);

/**
 * Replaces what is random by placeholders, numbered by first appearance: ids, tokens, keys, secrets. Times are those of the clock that
 * the recorder sets, except where Postgres reads its own.
 */
export function withPlaceholders(text: string): string {
  const seen = new Map<string, string>();
  const counts = new Map<string, number>();
  const startedAt = performance.timeOrigin + performance.now();
  return text.replaceAll(ANY_RANDOM, (value, ...rest) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    const [kind = ""] = Object.entries(groups).find(([, found]) => found !== undefined) ?? [];
    if (kind === "time") return Math.abs(Date.parse(value) - startedAt) < 2 * 86_400_000 ? "<now>" : value;
    const known = seen.get(value);
    if (known) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    seen.set(value, `<${kind} ${count}>`);
    return `<${kind} ${count}>`;
  });
}

const WIDTH = 140;

/** JSON in which what fits stands in one line: a changed member is a changed line. */
export function readable(value: unknown, indent = ""): string {
  const line = JSON.stringify(value);
  if (typeof value !== "object" || value === null || line.length + indent.length < WIDTH) return line;
  const inner = `${indent} `;
  const members = Array.isArray(value)
    ? value.map((each) => `${inner}${readable(each, inner)}`)
    : Object.entries(value)
        .filter(([, each]) => each !== undefined)
        .map(([name, each]) => `${inner}${JSON.stringify(name)}: ${readable(each, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${members.join(",\n")}\n${indent}${close}`;
}

/** Texts for people, which may be worded again. */
const TEXTS = ["title", "description", "summary", "error", "message"];

/** The operations whose words are those of the specification, or of Healthchecks: programs may know them. */
const SPECIFIED_OPERATIONS = [
  "listSnitches",
  "showSnitch",
  "createSnitch",
  "updateSnitch",
  "removeSnitch",
  "addTags",
  "removeTag",
  "pauseSnitch",
  "unpauseSnitch",
  "Healthchecks",
];
const SPECIFIED_ATTRIBUTES = ["name", "interval", "alert_type", "alert_email", "notes", "tags", "until"];

/** The same without texts for people, except those of the specification. */
export function withoutTexts(value: unknown, isSpecified = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutTexts(each, isSpecified));
  if (typeof value !== "object" || value === null) return value;
  const { operation, attribute } = value as { operation?: string; attribute?: string };
  const isKept =
    (isSpecified || SPECIFIED_OPERATIONS.includes(operation ?? "")) &&
    (attribute === undefined || SPECIFIED_ATTRIBUTES.includes(attribute));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      TEXTS.includes(name) && typeof each === "string" && !isKept ? "…" : withoutTexts(each, isKept),
    ]),
  );
}
