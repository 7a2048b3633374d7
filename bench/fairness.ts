import { setTimeout as sleep } from "node:timers/promises";
import { OPERATOR } from "@/lib/audit/record";
import { createApiKey } from "@/lib/cases/api-key";
import { ensureCase } from "@/lib/cases/operator";
import { addChannel } from "@/lib/channels/add";
import { personLink } from "@/lib/outbox/action-link";
import { createUser } from "@/lib/people/users/create";
import { db, pool, query } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { queues } from "@/lib/platform/queue";
import { DAY_MS } from "@/lib/rules/durations";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { newPage } from "@/lib/status-pages/page-input";
import { addPage } from "@/lib/status-pages/save-page";
import { seed } from "@/prisma/seed";
import { CHANNEL_EXAMPLES } from "@/testing/channel-examples";
import { aSessionCookie } from "@/testing/session-cookie";
import { ADA } from "./browser";
import { addSnitches, bystandersOf, measureBystanders } from "./bystanders";
import { measureMisses, openReceiver } from "./delivery";
import { type Measured, quantile, ratioUnder, under } from "./measured";
import { openSender, type Sent, type TimedResponse } from "./requests";
import { startCheckIn, startWeb, startWorker } from "./servers";

const BYSTANDERS = 60_000;
const LISTED = 3_200;
/** So many others open the pages of their cases, each from an address of its own. */
const OTHERS = 12;
const LISTED_OF_OTHERS = 200;
const PLANNED = 5_000;
const PAGES_PER_SECOND = 3;
/** They sign in in turns, because each may do so a hundred times in a quarter of an hour. */
const SIGNING_IN = 4;
const KEYS = 8;
/** A sweep waits for half a minute after servers have started. */
const REST_MS = 35_000;

const HOST = { host: "localhost:3000", origin: "http://localhost:3000" };
const MALLORY = { email: "mallory@example.com", password: "battery staple horse" };

/** Where a request comes from, as the proxy says that all of them come through. */
const from = (address: string) => ({ ...HOST, "x-forwarded-for": address });
const ATTACKER = from("203.0.113.9");

type Door = { name: string; connections: number; requests: Sent[]; isCheckIn?: boolean };

/** What a browser without scripts sends with the form that has this field. */
async function readForm(url: string, field: string, headers: Record<string, string>) {
  const page = await (await fetch(url, { headers })).text();
  const form = page.split("<form").find((part) => part.includes(`name="${field}"`)) ?? "";
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/g)];
  if (hidden.length === 0) throw new Error(`${url} has no form with “${field}”.`);
  return hidden.map(([, name = "", value = ""]) => [name, value.replaceAll("&quot;", '"')] as const);
}

const BOUNDARY = "----bench";

/** A form as browsers send it. The last field ends with what is added to it. */
function toBody(fields: (readonly [string, string])[], padding = 0) {
  const parts = fields.map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`,
  );
  return {
    headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    body: { start: parts.join("\r\n"), padding, end: `\r\n--${BOUNDARY}--\r\n` },
  };
}

const post = (path: string, headers: Record<string, string>, form: ReturnType<typeof toBody>): Sent => ({
  method: "POST",
  path,
  headers: { ...headers, ...form.headers },
  body: form.body,
});

const aText = (start: string, padding = 0) => ({ start, padding, end: "" });

const plan = Array.from(
  { length: PLANNED },
  (_, n) => `  - key: planned-${n}\n    name: Planned ${n}\n    interval: daily`,
).join("\n");

/** What one tenant, or a stranger with its links, sends at each door. */
async function openDoors(web: string): Promise<Door[]> {
  const { id: userId } = await createUser(MALLORY);
  const { id: caseId } = await ensureCase(userId, "Mallory");
  await seed(caseId, LISTED, new Date());
  const keys = await Promise.all(
    Array.from(
      { length: KEYS },
      async (_, n) => (await createApiKey(caseId, { name: `${n}` }, OPERATOR)).key,
    ),
  );
  const bearer = keys.map((key) => ({ ...ATTACKER, authorization: `Bearer ${key}` }));
  const cookie = { ...ATTACKER, cookie: await aSessionCookie(userId) };
  const input = { kind: "pagerduty", name: "Pager", route: ALL_ALERTS, isDefault: false };
  const { id: channelId } = await addChannel(
    caseId,
    { ...input, settings: CHANNEL_EXAMPLES.pagerduty?.settings ?? {} },
    OPERATOR,
  );
  const snitches = await db.snitch.findMany({ where: { caseId }, take: LISTED, orderBy: { id: "asc" } });
  const components = snitches
    .slice(0, 40)
    .map(({ name, token }) => ({ name: name.slice(0, 40), snitch: token }));
  const page = { slug: "bench", title: "Bench", visibility: "public", groups: [{ components }] };
  await addPage(caseId, newPage.parse(page), OPERATOR);
  await db.case.update({ where: { id: caseId }, data: { answerLinks: true } });
  const [incident] = await query<{ id: string }>("SELECT id FROM incidents WHERE case_id = $1 LIMIT 1", [
    caseId,
  ]);
  const link = personLink(incident?.id ?? "", userId, new Date()).replace(`${env.APP_URL}/i/`, "");
  const signIn = await readForm(`${web}/sign-in`, "password", HOST);
  const upload = await readForm(`${web}/${caseId}/settings/configuration`, "text", cookie);
  const file = `version: 1\ncase: Mallory\nsnitches:\n${plan}\n`;
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "list_snitches", arguments: {} },
  };
  const agent = { accept: "application/json, text/event-stream", "content-type": "application/json" };
  return [
    {
      name: "lists by the API and MCP",
      connections: 8,
      requests: bearer.flatMap((headers) => [
        { path: "/v1/snitches", headers },
        {
          method: "POST",
          path: "/mcp",
          headers: { ...headers, ...agent },
          body: aText(JSON.stringify(call)),
        },
      ]),
    },
    {
      name: "search",
      connections: 16,
      requests: bearer.flatMap((headers) => [
        { path: "/v1/runs?q=backup&limit=100", headers },
        { path: `/${caseId}/runs?q=backup`, headers: cookie },
        { path: `/${caseId}?q=backup`, headers: cookie },
        { path: `/${caseId}/find?q=backup`, headers: cookie },
      ]),
    },
    {
      name: "plans of 5,000",
      connections: 4,
      requests: bearer.map((headers) => ({
        method: "POST",
        path: "/v1/configuration/plan",
        headers: { ...headers, "content-type": "application/yaml" },
        body: aText(file),
      })),
    },
    {
      name: "uploads",
      connections: 4,
      requests: [
        post(`/${caseId}/settings/configuration`, cookie, toBody([...upload, ["text", file]], 8_000)),
        post(`/${caseId}/settings/configuration`, cookie, toBody([...upload, ["text", "#\n"]], 85_000)),
      ],
    },
    {
      name: "bodies of 60 kB",
      connections: 32,
      requests: [post("/sign-in", ATTACKER, toBody([...signIn, ["password", "x"], ["email", "x"]], 1_400))],
    },
    {
      name: "outputs of 90 kB",
      connections: 8,
      isCheckIn: true,
      requests: snitches.map(({ token }) => ({
        method: "POST",
        path: `/${token}/0`,
        headers: { ...ATTACKER, "content-type": "text/plain" },
        body: aText("Copied.\n", 2_150),
      })),
    },
    {
      name: "wrong sign-ins",
      connections: 16,
      requests: Array.from({ length: 1_000 }, (_, n) =>
        post("/sign-in", ATTACKER, toBody([...signIn, ["password", "wrong"], ["email", `${n}@example.com`]])),
      ),
    },
    {
      name: "readers of a status page",
      connections: 32,
      requests: [{ path: "/status/bench", headers: { ...ATTACKER, "accept-encoding": "gzip" } }],
    },
    {
      name: "links of incidents",
      connections: 24,
      requests: [
        { path: `/i/${link}`, headers: ATTACKER },
        { path: `/i/${link.slice(1)}A`, headers: ATTACKER },
      ],
    },
    {
      name: "hooks",
      connections: 32,
      requests: [
        {
          method: "POST",
          path: `/v1/hooks/${channelId}`,
          headers: { ...ATTACKER, "x-pagerduty-signature": `v1=${"0".repeat(64)}` },
          body: aText("{}", 1_400),
        },
      ],
    },
  ];
}

/** What others do meanwhile: they open the pages of a case, and sign in. */
async function openOthers(web: string): Promise<{ pages: Sent[]; signIns: Sent[] }> {
  const now = new Date();
  const pages: Sent[][] = [];
  for (let n = 0; n < OTHERS; n += 1) {
    const { id: userId } = await createUser({ ...ADA, email: `reader-${n}@example.com` });
    const { id: caseId } = await ensureCase(userId, `Case ${n}`);
    await seed(caseId, LISTED_OF_OTHERS, now, new Date(now.getTime() - 30 * DAY_MS));
    const headers = { ...from(`198.51.100.${n}`), cookie: await aSessionCookie(userId) };
    const [snitch] = await db.snitch.findMany({ where: { caseId }, take: 1, skip: n });
    const paths = ["", `/snitches/${snitch?.token}`, "/incidents"];
    pages.push(paths.map((path) => ({ path: `/${caseId}${path}`, headers })));
  }
  const form = await readForm(`${web}/sign-in`, "password", HOST);
  const people = Array.from({ length: SIGNING_IN }, (_, n) => ({
    email: `person-${n}@example.com`,
    password: ADA.password,
  }));
  for (const person of people) await createUser(person);
  return {
    // One after the other opens the same page.
    pages: [0, 1, 2].flatMap((at) => pages.flatMap((each) => each[at] ?? [])),
    signIns: people.map(({ email, password }, n) =>
      post(
        "/sign-in",
        from(`198.51.100.${100 + n}`),
        toBody([...form, ["to", "/"], ["password", password], ["email", email]]),
      ),
    ),
  };
}

const ms = (responded: TimedResponse[], share: number) =>
  quantile(
    responded.map((each) => each.ms),
    share,
  );

function countRefused(responded: TimedResponse[], accepted: number): number {
  return responded.filter(({ status }) => status !== accepted).length;
}

/** How one tenant or stranger at each door delays others: their pages, sign-ins, check-ins and missing alerts. */
export async function bench(): Promise<Measured[]> {
  await addSnitches(BYSTANDERS, BYSTANDERS);
  const receiver = await openReceiver();
  const checkIn = await startCheckIn({ TRUSTED_PROXIES: "127.0.0.1" });
  const worker = await startWorker({ ALLOW_PRIVATE_TARGETS: "on" });
  const web = await startWeb({ TRUSTED_PROXIES: "127.0.0.1" });
  const url = `http://127.0.0.1:${web.port}`;
  const others = await openOthers(url);
  const doors = await openDoors(url);
  await sleep(REST_MS);

  let measured = 0;
  async function measureDuring(door: Door | null) {
    // The rate limit allows each snitch ten check-ins while all doors are measured.
    const half = BYSTANDERS / 2;
    const bystanders = bystandersOf(checkIn, half, (measured++ % 2) * half);
    bystanders.load.perSecond = 300;
    const port = door?.isCheckIn ? checkIn.port : web.port;
    const requests = [
      { port: web.port, connections: 64, requests: others.pages, perSecond: PAGES_PER_SECOND },
      { port: web.port, connections: 16, requests: others.signIns, perSecond: 1 },
      ...(door ? [{ port, ...door }] : []),
    ];
    const senders = await Promise.all(requests.map(openSender));
    let delays: number[] = [];
    const { p99Ms } = await measureBystanders(bystanders, async () => {
      for (const sender of senders) sender.start();
      delays = (await measureMisses(receiver)).delays;
    });
    const [seen = [], signedIn = [], sent = []] = await Promise.all(senders.map((sender) => sender.stop()));
    const refused = countRefused(seen, 200) + countRefused(signedIn, 303);
    const figures = {
      pagesMs: ms(seen, 0.99),
      signInMs: ms(signedIn, 1),
      checkInMs: p99Ms,
      alertMs: Math.max(...delays),
    };
    const statuses = [...new Set(sent.map(({ status }) => status))].map(
      (status) => `${status}: ${sent.filter((each) => each.status === status).length}`,
    );
    console.log(
      `${(door?.name ?? "quiet").padEnd(26)} pages ${ms(seen, 0.5).toFixed(0)} / ${figures.pagesMs.toFixed(0)} ms   sign-in ${figures.signInMs.toFixed(0)} ms   check-ins ${p99Ms.toFixed(1)} ms   alerts ${figures.alertMs.toFixed(0)} ms   refused ${refused}   sent ${statuses.join(", ")}`,
    );
    if (refused > 0) throw new Error(`${refused} requests of others were refused.`);
    return figures;
  }

  await measureDuring(null);
  const quiet = await measureDuring(null);
  const during: [string, Awaited<ReturnType<typeof measureDuring>>][] = [];
  for (const door of doors) during.push([door.name, await measureDuring(door)]);

  for (const each of [checkIn, worker, web]) await each.stop();
  receiver.close();
  await queues().close();
  await pool.end();
  const worst = (figure: keyof typeof quiet) => Math.max(...during.map(([, figures]) => figures[figure]));
  const detail = (figure: keyof typeof quiet) =>
    during.find(([, figures]) => figures[figure] === worst(figure))?.[0];
  return [
    ...during.map(([name, { pagesMs }]) =>
      ratioUnder(
        `fairness: p99 of others’ pages during ${name}, to quiet`,
        pagesMs / quiet.pagesMs,
        5,
        `${pagesMs.toFixed(0)} ms`,
      ),
    ),
    under("fairness: p99 of others’ pages at any door", worst("pagesMs"), 1_000, detail("pagesMs")),
    under("fairness: sign-in of another at any door", worst("signInMs"), 2_000, detail("signInMs")),
    ratioUnder(
      "fairness: p99 of others’ check-ins at any door, to quiet",
      worst("checkInMs") / quiet.checkInMs,
      3,
      detail("checkInMs"),
    ),
    under(
      "fairness: others’ missing alerts at any door, later than quiet",
      worst("alertMs") - quiet.alertMs,
      2_000,
      detail("alertMs"),
    ),
  ];
}
