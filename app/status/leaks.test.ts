import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import * as badge from "@/app/badge/[file]/route";
import * as logo from "@/app/status/[slug]/[file]/route";
import * as statuspage from "@/app/status/[slug]/api/v2/[file]/route";
import * as feed from "@/app/status/[slug]/feed.atom/route";
import * as status from "@/app/status/[slug]/route";
import * as subscribe from "@/app/status/[slug]/subscribe/route";
import { addNote } from "@/lib/incidents/notes";
import { db, pool } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/rules/durations";
import { addBadge } from "@/lib/status-pages/add-badge";
import { newBadge, SHOWS, STYLES } from "@/lib/status-pages/badge-input";
import { writeCopies } from "@/lib/status-pages/copies/write-copies";
import { addNotice } from "@/lib/status-pages/notices/add";
import { publishAutomatically } from "@/lib/status-pages/notices/automatic";
import { newNotice } from "@/lib/status-pages/notices/input";
import { LANGUAGES, newPage, VISIBILITIES } from "@/lib/status-pages/page-input";
import { addPage } from "@/lib/status-pages/save-page";
import { eventually } from "@/testing/eventually";
import { ACTOR, aMember, anIncident, aRecipient, aRun, aSnitch, aWebhook } from "@/testing/factories";
import { anOutput } from "@/testing/outputs";
import { seededRandom } from "@/testing/random-history";
import { aClient } from "@/testing/requests";
import { FIRST_SEED, runsFor } from "@/testing/runs";
import { aPng } from "@/testing/status-page";

const RUNS = runsFor("app/status/leaks.test.ts");
const PASSWORD = "umbrella-parsnip-lantern-47";
const STATUSES = ["healthy", "failed", "errored", "pending", "paused"] as const;

afterEach(() => {
  vi.restoreAllMocks();
});

let needles = 0;

/** A text that is nowhere else. */
const needle = (kind: string) => `${kind}-${process.pid.toString(36)}x${(needles++).toString(36)}z`;

const ORIGIN = "http://localhost:3000";
const peer = (network: number) => `203.0.${113 + (network >> 8)}.${network & 255}`;

/** Everything that a response says, and each image in it. */
async function readWhole(response: Response): Promise<string> {
  const body = Buffer.from(await response.arrayBuffer()).toString("latin1");
  const images = [...body.matchAll(/base64,([A-Za-z\d+/]+=*)/g)].map(([, data = ""]) =>
    Buffer.from(data, "base64").toString("latin1"),
  );
  return [response.status, JSON.stringify([...response.headers]), body, ...images].join("\n");
}

type Visit = { key?: string | null; cookie?: string; network: number };

/** All that a reader of the page can ask for, responds to wrong requests included. */
async function visit(slug: string, badges: string[], { key, cookie, network }: Visit): Promise<string> {
  const query = key ? `?key=${key}` : "";
  const ask = (file: string, body?: URLSearchParams) =>
    new Request(`${ORIGIN}/status/${slug}${file}${query}`, {
      headers: { "x-tattle-peer": peer(network), ...(cookie && { cookie }) },
      ...(body && { method: "POST", body }),
    });
  const of = <More extends object>(more: More) => ({ params: Promise.resolve({ slug, ...more }) });
  const form = (name: string, value: string) => new URLSearchParams({ [name]: value });
  const responses = [
    status.GET(ask(""), of({})),
    status.GET(ask(".json"), of({ slug: `${slug}.json` })),
    status.GET(ask("x"), of({ slug: `${slug}x` })),
    status.POST(ask("", form("password", "wrong")), of({})),
    feed.GET(ask("/feed.atom"), of({})),
    ...["status.json", "summary.json", "other.json"].map((file) =>
      statuspage.GET(ask(`/api/v2/${file}`), of({ file })),
    ),
    ...["logo", "logo-dark", "other"].map((file) => logo.GET(ask(`/${file}`), of({ file }))),
    subscribe.GET(ask("/subscribe"), of({})),
    subscribe.POST(ask("/subscribe", form("email", "nobody")), of({})),
    subscribe.POST(ask("/subscribe", form("email", `${slug}@example.com`)), of({})),
    ...badges.flatMap((id) =>
      ["svg", "json", "txt"].map((format) =>
        badge.GET(new Request(`${ORIGIN}/badge/${id}.${format}`), {
          params: Promise.resolve({ file: `${id}.${format}` }),
        }),
      ),
    ),
  ];
  return (await Promise.all(responses.map(async (response) => readWhole(await response)))).join("\n");
}

/** A random case with everything that people and jobs write in it, and a page of it. `secrets`: what no one chose to show. */
async function aRandomCase(seed: number) {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const secrets: string[] = [];
  const secret = (kind: string) => {
    const text = needle(kind);
    secrets.push(text);
    return text;
  };
  const now = new Date();
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  const by = { ...ACTOR, name: secret("actor") };
  const address = () => `${secret("mail")}@example.com`;

  const client = await aClient({ name: secret("case"), alertEmail: address() });
  const caseId = client.theCase.id;
  await aMember({ caseId, email: address() });
  await aRecipient({ caseId, address: address(), confirmedAt: now });
  const webhook = await aWebhook({ caseId, url: `https://example.com/${secret("hook")}` });
  const tags = [secret("tag"), secret("tag")];
  const maintenance = await db.maintenance.create({
    data: {
      caseId,
      name: secret("work"),
      note: secret("note"),
      coversAll: true,
      startsAt: ago(below(4)),
      endsAt: ago(-1 - below(4)),
    },
  });
  const snitches = [];
  for (let i = 0; i <= below(5); i++) {
    const state = one(STATUSES);
    const snitch = await aSnitch({
      caseId,
      name: secret("job"),
      notes: secret("notes"),
      url: `https://example.com/${secret("url")}`,
      slug: secret("slug"),
      environment: secret("env"),
      tags: tags.slice(below(2)),
      alertEmail: [address()],
      status: state,
      ...(state === "pending" || state === "paused" ? {} : { deadline: ago(below(3) - 1) }),
    });
    snitches.push(snitch);
    const run = await aRun({
      snitchId: snitch.id,
      at: ago(2),
      startedAt: ago(2),
      endedAt: ago(1),
      rid: secret("rid"),
      host: secret("host"),
    });
    await anOutput({ snitchId: snitch.id, data: Buffer.from(secret("output")) });
    await db.checkIn.create({
      data: {
        snitchId: snitch.id,
        at: ago(1),
        exitStatus: one(["", "1"]),
        message: secret("message"),
        userAgent: secret("agent"),
        address: `192.0.2.${i}`,
        runId: run.id,
      },
    });
    secrets.push(snitch.id, snitch.token, run.id, `192.0.2.${i}`);
    if (state !== "failed" && state !== "errored") continue;
    const cause = state === "failed" ? "missed" : "error";
    const incident = await anIncident({
      snitch,
      cause,
      openedAt: ago(2),
      acknowledgedAt: now,
      acknowledgedBy: address(),
    });
    await addNote(caseId, incident.id, { state: null, text: secret("note") }, now, by);
    secrets.push(incident.id);
  }

  const chosen = needle("chosen");
  const visibility = one(VISIBILITIES);
  const isElsewhere = below(4) === 0;
  const slug = `leaks-${process.pid}-${seed}`;
  const page = {
    slug,
    title: chosen,
    description: `**${chosen}** [link](https://example.com/)`,
    language: one(LANGUAGES),
    visibility,
    ...(visibility === "password" && { password: PASSWORD }),
    networks: isElsewhere ? ["198.51.100.0/24"] : [],
    show_durations: below(2) === 0,
    publish: one(["never", "after"]),
    publish_after: 60,
    logo: aPng("tEXt", Buffer.from(`Author\0${secret("camera")}`)),
    logo_dark: aPng("eXIf", Buffer.from(secret("camera"))),
    groups: [
      {
        name: "Jobs",
        components: [
          ...snitches.map(({ token }, i) => ({ name: `Job ${i}`, snitch: token })),
          { name: "All", tag: snitches[0]?.tags[0] },
          { name: "Supplier" },
        ],
      },
    ],
  };
  await addPage(caseId, newPage.parse(page), by);
  const other = `other-${process.pid}-${seed}`;
  await addPage(
    caseId,
    newPage.parse({ slug: other, title: secret("title"), description: secret("text"), visibility: "link" }),
    by,
  );
  const [stored, otherPage] = [
    await db.page.findFirstOrThrow({ where: { slug }, include: { components: true } }),
    await db.page.findFirstOrThrow({ where: { slug: other } }),
  ];
  await db.pageSubscriber.create({ data: { pageId: stored.id, address: address(), confirmedAt: now } });
  const notice = { pages: [slug], title: `${chosen} notice`, text: chosen };
  const incidents = await db.incident.findMany({ where: { caseId }, select: { id: true } });
  const affects = { component: one(stored.components).id, impact: one(["minor", "major"] as const) };
  for (const input of [
    { kind: "incident", incidents: incidents.map(({ id }) => id), affected: [affects] },
    { kind: "maintenance", maintenance: maintenance.id },
  ])
    await addNotice(caseId, newNotice.parse({ ...notice, ...input }), now, by);
  await addNotice(
    caseId,
    newNotice.parse({ pages: [other], kind: "news", title: secret("news"), text: secret("news") }),
    now,
    by,
  );
  await publishAutomatically(now);

  const subjects = ["case", `tag:${tags[1]}`, `snitch:${snitches[0]?.token}`];
  if (visibility === "public" && !isElsewhere) subjects.push(`page:${slug}`);
  const badges = await Promise.all(
    subjects.map((subject) => {
      const input = newBadge.safeParse({ subject, shows: one(SHOWS), label: chosen, style: one(STYLES) });
      return addBadge(caseId, input.data ?? newBadge.parse({ subject, label: chosen }), by);
    }),
  );
  secrets.push(
    caseId,
    client.key,
    client.keyId,
    webhook.id,
    maintenance.id,
    stored.id,
    otherPage.id,
    PASSWORD,
  );
  secrets.push(...[stored.key, stored.passwordHash, otherPage.key].flatMap((each) => each ?? []));
  return {
    client,
    caseId,
    slug,
    chosen,
    visibility,
    isElsewhere,
    badges,
    secrets,
    isSeen: visibility !== "hidden" && !isElsewhere,
  };
}

async function enterPassword(slug: string, network: number): Promise<string> {
  const request = new Request(`${ORIGIN}/status/${slug}`, {
    method: "POST",
    headers: { "x-tattle-peer": peer(network) },
    body: new URLSearchParams({ password: PASSWORD }),
  });
  const response = await status.POST(request, { params: Promise.resolve({ slug }) });
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

async function readCopies(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map(async (file) => {
      const name = path.join(file.parentPath, file.name);
      return `${name}\n${await readWhole(new Response(await readFile(name)))}`;
    });
  return (await Promise.all(texts)).join("\n");
}

test("no byte of a page, its feeds, images, badges, copies or errors says anything that was not chosen", {
  timeout: 30_000 + RUNS * 5_000,
}, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "leaks-"));
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
    const random = await aRandomCase(seed);
    const { client, slug, chosen, visibility, badges, isSeen, secrets } = random;
    const network = seed % 500;
    const link = (await (await client.get(`/v1/pages/${slug}`)).json()) as { key: string | null };
    const seen = await eventually(async () => {
      const cookie = visibility === "password" ? await enterPassword(slug, network) : undefined;
      const text = await visit(slug, badges, { key: link.key, cookie, network });
      expect(text.includes(`${chosen} notice`), `${visibility} of seed ${seed}`).toBe(isSeen);
      return text;
    });
    const uninvited = await visit(slug, [], { network });
    await writeCopies(folder, new Date());
    const copies = await readCopies(folder);
    expect(copies.includes(chosen)).toBe(visibility === "public" && isSeen);
    const all = seen + uninvited + copies;
    expect(
      secrets.filter((secret) => all.includes(secret)),
      `${visibility} of seed ${seed}`,
    ).toEqual([]);
    // Nor of what was chosen, if it is not for this reader; the key of a link is in no response to others.
    if (visibility !== "public" || !isSeen) expect(uninvited).not.toContain(chosen);
    if (link.key) expect(uninvited + copies).not.toContain(link.key);
    await db.share.deleteMany({ where: { caseId: random.caseId } });
  }
  await rm(folder, { recursive: true });
});

test("when a page cannot be computed, the response names nothing", async () => {
  const client = await aClient();
  const slug = `leaks-${process.pid}-error`;
  const title = needle("chosen");
  await client.post("/v1/pages", { slug, title, visibility: "public" });
  const open = () =>
    status.GET(new Request(`${ORIGIN}/status/${slug}`, { headers: { "x-tattle-peer": peer(1) } }), {
      params: Promise.resolve({ slug }),
    });
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  // Who may see it is known, and what it shows is not.
  vi.spyOn(pool, "query").mockImplementation(((...args: unknown[]) =>
    JSON.stringify(args[0]).includes("FROM page_components")
      ? Promise.reject(new Error(title))
      : query(...args)) as typeof pool.query);
  await eventually(async () => expect((await open()).status).toBe(503));
  expect(await readWhole(await open())).not.toContain(title);
});
