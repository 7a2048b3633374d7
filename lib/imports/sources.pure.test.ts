import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { Refusal } from "@/lib/platform/refusal";
import {
  aDatabaseOfAddedColumns,
  aDatabaseOfSharedBytes,
  aKumaDatabase,
  aSqliteDatabase,
  KUMA_ROWS,
} from "@/testing/kuma-database";
import {
  aProduct,
  CHECKS,
  healthchecks,
  KEYS,
  ORIGIN,
  PRODUCTS,
  type ProductResponse,
} from "@/testing/products";
import type { Origin } from "./api";
import { mapKuma } from "./kuma/map";
import { readKumaFile } from "./kuma/read-file";
import type { SourceName } from "./source-names";
import { LOADERS } from "./sources";

async function serve(response: Parameters<typeof aProduct>[0]) {
  const product = await aProduct(response);
  onTestFinished(product.close);
  return product;
}

/** What a refusal says: its attribute and message, or its message alone. */
async function catchRefusal(work: Promise<unknown>): Promise<string> {
  const refusal = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(refusal instanceof Refusal)) throw refusal ?? new Error("It was not refused.");
  const [first] = refusal.validations ?? [];
  return first ? `${first.attribute} ${first.message}` : refusal.message;
}

const APIS = Object.keys(PRODUCTS) as (keyof typeof PRODUCTS)[];

const load = (name: SourceName, given: Partial<Origin>) => LOADERS[name]({ ...ORIGIN, ...given });

describe.each(APIS)("%s", (name) => {
  const key = KEYS[name];
  const refused = async (response: ProductResponse) =>
    catchRefusal(load(name, { key, url: (await serve(() => response)).url }));

  test("a wrong key is refused with where to find the right one", async () => {
    const { url } = await serve(PRODUCTS[name]);

    expect(await catchRefusal(load(name, { url, key: "wrong" }))).toMatch(
      /^key is not accepted by [^:]+: \w/,
    );
  });

  test("a key is asked for, and one that no header can carry is not sent", async () => {
    const { url, asked } = await serve(PRODUCTS[name]);

    expect(await catchRefusal(load(name, { url, key: " " }))).toBe("key can’t be blank");
    expect(await catchRefusal(load(name, { url, key: "a\r\nb: c" }))).toBe(
      "key contains characters that no key has: copy it again",
    );
    expect(asked()).toEqual([]);
  });

  test("a trailing slash and a folder in the address are kept as they are meant", async () => {
    const { url } = await serve(PRODUCTS[name]);
    const inFolder = await serve((asked, headers) => {
      if (!asked.pathname.startsWith("/tools/")) return { status: 404 };
      return PRODUCTS[name](new URL(asked.href.replace("/tools/", "/")), headers);
    });

    const plain = await load(name, { url, key });

    expect(await load(name, { url: `${url}//`, key })).toEqual(plain);
    expect(await load(name, { url: `${inFolder.url}/tools/`, key })).toEqual(plain);
  });

  const responses: [string, ProductResponse, RegExp][] = [
    [
      "another product",
      { body: { hello: "world" } },
      /^url does not respond like .+: enter its address, such as https:/,
    ],
    ["a page", { text: "<html></html>" }, /^url does not respond like /],
    ["nothing", { text: "" }, /^url does not respond like /],
    ["404", { status: 404, text: "no" }, /^url does not respond like /],
    ["500", { status: 500, text: "oops" }, /^url responded with a server error \(500\)/],
    ["429", { status: 429, body: {} }, /^url is limiting our requests/],
    ["403", { status: 403, body: {} }, /^key is not accepted/],
    [
      "a redirect",
      { status: 302, headers: { Location: "https://elsewhere.example/x" } },
      /^url redirects to https:\/\/elsewhere.example:/,
    ],
  ];
  test.each(responses)(
    "an address that answers with %s is refused with the way out",
    async (_, response, expected) => {
      expect(await refused(response)).toMatch(expected);
    },
  );

  test("any JSON is either read or refused", async () => {
    let body: unknown = null;
    const { url } = await serve(() => ({ body }));
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (json) => {
        body = json;
        const result = await load(name, { url, key }).catch((error: unknown) => error);
        expect(result instanceof Refusal || Array.isArray((result as { snitches: unknown }).snitches)).toBe(
          true,
        );
      }),
      { numRuns: 30 },
    );
  });
});

const addresses: [string, string, boolean][] = [
  ["ftp://example.com", "url must be a URL such as https://example.com", true],
  ["example", "url must be a URL such as https://example.com", true],
  ["https://me:secret@example.com", "url must be the address alone, without a password, ? or #", true],
  ["https://example.com/?x=1", "url must be the address alone, without a password, ? or #", true],
  ["http://127.0.0.1:1", "url cannot be reached: nothing listens there", true],
  [
    "http://127.0.0.1:1",
    "url points to a private address. The operator of this installation can import from there on the command line: npm run admin -- import",
    false,
  ],
  [
    "http://localhost:1",
    "url points to a private address. The operator of this installation can import from there on the command line: npm run admin -- import",
    false,
  ],
  [
    "http://[::ffff:169.254.169.254]/",
    "url points to a private address. The operator of this installation can import from there on the command line: npm run admin -- import",
    false,
  ],
];
test.each(addresses)("%s is refused: %s", async (url, expected, allowPrivate) => {
  expect(await catchRefusal(load("dms", { url, key: "k", allowPrivate }))).toBe(expected);
});

test("an API that never ends is not read to its end", async () => {
  let count = 0;
  const { url, asked } = await serve(() => ({
    body: { monitors: Array.from({ length: 50 }, () => ({ key: `job-${count++}`, type: "job" })) },
  }));

  expect(await catchRefusal(load("cronitor", { url, key: KEYS.cronitor }))).toMatch(
    /^There are more than 10,000 monitors, .* Nothing was changed\.$/,
  );
  expect(asked().length).toBeLessThan(205);
});

test("an answer of 33 MB is refused", async () => {
  const { url } = await serve(() => ({ text: `"${"x".repeat(33 * 1_024 * 1_024)}"` }));
  expect(await catchRefusal(load("dms", { url, key: KEYS.dms }))).toMatch(/^url sends more than 32 MB/);
});

test.each(["[", '{"a":', "[],"])(
  "an answer of many times %s is refused before it takes memory",
  async (part) => {
    const { url } = await serve(() => ({ text: part.repeat(2_000_000) }));

    expect(await catchRefusal(load("dms", { url, key: KEYS.dms }))).toBe(
      "url sends more than a million values, too much to import",
    );
  },
);

test("all pages of an import together have a limit, however small each is", async () => {
  let count = 0;
  const { url, asked } = await serve(() => ({
    body: { monitors: [{ key: `job-${count++}`, type: "job", name: "x".repeat(4 * 1_024 * 1_024) }] },
  }));

  expect(await catchRefusal(load("cronitor", { url, key: KEYS.cronitor }))).toBe(
    "url sends more than 32 MB, too much to import",
  );
  expect(asked()).toHaveLength(8);
});

test("pages that repeat themselves are read once", async () => {
  const { url, asked } = await serve(() => ({
    body: { monitors: [{ key: "job", type: "job", schedule: "@daily" }] },
  }));

  expect((await load("cronitor", { url, key: KEYS.cronitor })).snitches).toHaveLength(1);
  expect(asked()).toHaveLength(2);
});

test("the address of the next page cannot send the key to another server", async () => {
  const elsewhere = await serve(PRODUCTS.betterstack);
  const { url } = await serve((asked, headers) => {
    const response = PRODUCTS.betterstack(asked, headers);
    return {
      ...response,
      body: {
        ...(response.body as object),
        pagination: { next: `${elsewhere.url}/api/v2/heartbeats?page=2` },
      },
    };
  });

  await load("betterstack", { url, key: KEYS.betterstack });

  expect(elsewhere.asked()).toEqual([]);
});

test("a key of Healthchecks that may only read is refused, because it hides the UUIDs", async () => {
  const readOnly = CHECKS.map(({ uuid: _uuid, ping_url: _url, ...check }) => ({
    ...check,
    unique_key: "a".repeat(40),
  }));
  const { url } = await serve(healthchecks(["v3"], readOnly));

  expect(await catchRefusal(load("healthchecks", { url, key: KEYS.healthchecks }))).toMatch(
    /^key is read-only, and/,
  );
});

test.each(["{", "[]", "null", '{"data":{}}', '{"data":{"heartbeats":[1]}}', "\ufeffx"])(
  "the file %s is no list of Opsgenie’s heartbeats",
  async (text) => {
    expect(await catchRefusal(load("opsgenie", { file: Buffer.from(text) }))).toMatch(
      /^file is not a list of heartbeats/,
    );
  },
);

test.each(["", "..", "a/b", "ä"])("“%s” is no organization of Sentry", async (organization) => {
  expect(await catchRefusal(load("sentry", { organization, key: "k" }))).toBe(
    "organization must be the slug of the organization, as in the address of its pages",
  );
});

const NOT_KUMA = "file is not the database of Uptime Kuma: choose the file kuma.db from its data folder";

const files: [string, () => Promise<Uint8Array>, string][] = [
  ["no file", async () => new Uint8Array(), "file can’t be blank"],
  ["a text", async () => Buffer.from("SQLite format 3"), NOT_KUMA],
  ["another database", async () => aSqliteDatabase("CREATE TABLE monitor (x)"), NOT_KUMA],
  ["an empty database", async () => aSqliteDatabase(""), NOT_KUMA],
  ["half a database", async () => (await aKumaDatabase(2, KUMA_ROWS)).subarray(0, 5_000), NOT_KUMA],
  [
    "a view that never ends",
    async () =>
      aSqliteDatabase(
        "CREATE VIEW monitor AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT sum(id) AS id FROM n",
      ),
    NOT_KUMA,
  ],
  [
    "a computed column",
    async () => aSqliteDatabase("CREATE TABLE monitor (id INTEGER, name TEXT AS (hex(zeroblob(500000000))))"),
    NOT_KUMA,
  ],
  ["a database whose rows share their bytes", aDatabaseOfSharedBytes, NOT_KUMA],
];
test.each(files)("%s is refused as kuma.db", async (_, file, expected) => {
  expect(await catchRefusal(load("kuma", { file: await file() }))).toBe(expected);
});

test("a column that is computed is never computed, however it is written", async () => {
  const file = await aKumaDatabase(
    2,
    "DROP TABLE monitor; CREATE TABLE monitor (id INTEGER, interval INTEGER, name TEXT AS/**/(hex(zeroblob(500)))); INSERT INTO monitor VALUES (1, 60)",
  );
  expect(await readKumaFile(file)).toMatchObject({ monitors: [{ id: 1, name: "", interval: 60 }] });
});

test("only the columns that an import needs are read, however many a file has", async () => {
  const read = await readKumaFile(await aDatabaseOfAddedColumns(9_999));
  if (typeof read === "string") throw new Error(read);
  expect(read.monitors).toHaveLength(9_999);
  expect(Object.keys(read.monitors[0] ?? {})).not.toContain("c1");
});

test("a value that is in no row, but in each of many, is counted for each", async () => {
  const file = await aKumaDatabase(
    1,
    `${KUMA_ROWS} ALTER TABLE monitor ADD COLUMN description TEXT DEFAULT '${"x".repeat(200_000)}'`,
  );
  expect(await readKumaFile(file)).toBe("not kuma");
});

test("a kuma.db with damaged bytes is either read or refused", async () => {
  const whole = await aKumaDatabase(2, KUMA_ROWS);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 40 }),
      async (damages) => {
        const file = new Uint8Array(whole);
        for (const [at, byte] of damages) file[at] = byte;
        const read = await readKumaFile(file);
        expect(typeof read === "string" || Array.isArray(mapKuma(read).snitches)).toBe(true);
      },
    ),
    { numRuns: 100 },
  );
});
