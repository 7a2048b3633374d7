import type { z } from "zod";
import { type PostResult, post, USER_AGENT } from "@/lib/delivery/post";
import { invalidAttribute, Refusal } from "@/lib/platform/refusal";
import { parseJson } from "@/lib/rules/parse-json";

/** Where an import comes from. Nothing of it is stored or logged. */
export type Origin = {
  /** Who imports. */
  account: string;
  /** The address of the product. Empty for its own service. */
  url: string;
  key: string;
  /** The organization at Sentry. */
  organization: string;
  /** The file of a backup. */
  file: Uint8Array;
  /** Whether addresses of private networks may be asked. Only the operator may do so. */
  allowPrivate: boolean;
};

/** Per request. */
const TIMEOUT_MS = 30_000;

/** Per import. */
const MAX_TOTAL_MS = 120_000;

/** Bytes of all responses of an import, and values in each: a malicious server must not fill the memory. */
const MAX_BYTES = 32 * 1_024 * 1_024;
const MAX_VALUES = 1_000_000;

type Product = {
  /** As people call it. */
  name: string;
  url: string;
  headers: Record<string, string>;
  /** Where to find the key, in a sentence without its full stop. */
  keyHint: string;
};

type Response = { status: number; headers: Record<string, string | undefined>; body: unknown };

/** The API of another product. */
export type Api = {
  /** Asks for a path. Refuses with the way out unless the response is JSON of this form. */
  get: <Schema extends z.ZodType>(
    path: string,
    query: Record<string, string>,
    schema: Schema,
  ) => Promise<{ data: z.output<Schema>; headers: Response["headers"] }>;
  /** As `get`, but null if there is no such path. */
  find: <Schema extends z.ZodType>(path: string, schema: Schema) => Promise<z.output<Schema> | null>;
};

/** The API at the address of this origin, or else at the product's own. */
export function openApi({ url, allowPrivate }: Pick<Origin, "url" | "allowPrivate">, product: Product): Api {
  const base = parseBaseUrl(url.trim() || product.url);
  const signal = AbortSignal.timeout(MAX_TOTAL_MS);
  let bytesLeft = MAX_BYTES;
  const ask = async (path: string, query: Record<string, string>): Promise<Response> => {
    if (signal.aborted)
      throw wrong(
        "url",
        `takes too long to respond: ${product.name} was still sending pages after two minutes`,
      );
    const target = `${base}${path}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ""}`;
    const headers = { Accept: "application/json", "User-Agent": USER_AGENT, ...product.headers };
    const outgoing = { method: "GET", url: target, headers, body: "" } as const;
    const options = { allowPrivate, timeoutMs: TIMEOUT_MS, maxKeptBytes: bytesLeft + 1 };
    const result = await post(outgoing, options);
    bytesLeft -= Buffer.byteLength(result.text);
    if (bytesLeft < 0) throw tooMuch("bytes");
    return readResponse(result, product);
  };
  const parsed = <Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> => {
    const result = schema.safeParse(body);
    if (result.success) return result.data;
    throw notThisProduct(product);
  };
  return {
    async get(path, query, schema) {
      const { status, headers, body } = await ask(path, query);
      if (status === 404) throw notThisProduct(product);
      return { data: parsed(schema, body), headers };
    },
    async find(path, schema) {
      const { status, body } = await ask(path, {});
      return status === 404 ? null : parsed(schema, body);
    },
  };
}

export const wrong = (attribute: "url" | "key" | "organization" | "file", message: string) =>
  invalidAttribute(attribute, message);

/** The address without a slash at its end. */
function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw wrong("url", "must be a URL such as https://example.com");
  if (url.username || url.password || url.search || url.hash) {
    throw wrong("url", "must be the address alone, without a password, ? or #");
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

function readResponse(result: PostResult, product: Product): Response {
  if (result.kind === "network_error") throw wrong("url", UNREACHABLE[result.reason] ?? "cannot be reached");
  const { status, headers, text } = result;
  if (status === 401 || status === 403) {
    throw wrong("key", `is not accepted by ${product.name}: ${product.keyHint}`);
  }
  if (status === 429) throw wrong("url", "is limiting our requests: try again in a few minutes");
  if (status >= 500) throw wrong("url", `responded with a server error (${status}): try again later`);
  if (status >= 300 && status < 400) throw wrong("url", redirectText(headers.location));
  if (status === 404) return { status, headers, body: null };
  if (status !== 200) throw notThisProduct(product);
  if (countValues(text) > MAX_VALUES) throw tooMuch("values");
  return { status, headers, body: parseJson(text) };
}

const tooMuch = (what: "bytes" | "values") =>
  wrong("url", `sends more than ${what === "bytes" ? "32 MB" : "a million values"}, too much to import`);

/** At least as many as the values that JSON has, read from its commas and brackets. */
function countValues(json: string): number {
  let count = 1;
  for (let i = 0; i < json.length; i += 1) {
    const character = json[i];
    if (character === "," || character === "[" || character === "{") count += 1;
  }
  return count;
}

const UNREACHABLE: Partial<Record<string, string>> = {
  private_address:
    "points to a private address. The operator of this installation can import from there on the command line: npm run admin -- import",
  timeout: "did not respond within 30 seconds: check the address, and try again",
  refused: "cannot be reached: nothing listens there",
  dns: "cannot be reached: host name not found",
  tls: "cannot be reached: its certificate is not valid",
  malformed: "does not respond in HTTP: check the address",
};

const redirectText = (location: string | undefined) =>
  location && URL.canParse(location)
    ? `redirects to ${new URL(location).origin}: enter the address that it redirects to`
    : "redirects to another address: enter that one";

const notThisProduct = ({ name, url }: Product) =>
  wrong("url", `does not respond like ${name}: enter its address, such as ${url}`);

/** Basic authentication with a key as the user name. */
export const basic = (key: string) => `Basic ${Buffer.from(`${key}:`).toString("base64")}`;

/** Refuses a key that no header can carry. */
export function refuseUnlessKey(key: string): string {
  const trimmed = key.trim();
  if (!trimmed) throw wrong("key", "can’t be blank");
  if (trimmed.length > 1_000 || !/^[\x21-\x7e]+$/.test(trimmed))
    throw wrong("key", "contains characters that no key has: copy it again");
  return trimmed;
}

/** An account with more pages or records is not read to its end. */
const MAX_PAGES = 400;
export const MAX_RECORDS = 10_000;

/**
 * The records of all pages. `load` gets null for the first page, and returns the name of the next one; null after the last.
 * A page that brings nothing new is the last.
 */
export async function readPages<Item>(
  load: (page: string | null) => Promise<{ items: Item[]; next: string | null }>,
  idOf: (item: Item) => string,
): Promise<Item[]> {
  const itemsByKey = new Map<string, Item>();
  let page: string | null = null;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const { items, next } = await load(page);
    const before = itemsByKey.size;
    for (const item of items) itemsByKey.set(idOf(item), item);
    if (itemsByKey.size > MAX_RECORDS) break;
    if (next === null || itemsByKey.size === before) return [...itemsByKey.values()];
    page = next;
  }
  throw tooMany();
}

export const tooMany = () =>
  new Refusal(
    "resource_invalid",
    `There are more than ${MAX_RECORDS.toLocaleString("en")} monitors, too many for one import. Nothing was changed.`,
  );
