import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ALL_KINDS, STATEFUL_KINDS } from "@/lib/channel-kinds/find";
import { webPush } from "@/lib/channel-kinds/web-push";
import { addChannel } from "@/lib/channels/add";
import { addBrowser, type BrowserSubscription } from "@/lib/channels/browsers";
import { confirmDrill } from "@/lib/drills/confirm";
import { findDrill } from "@/lib/drills/find";
import { startDrill } from "@/lib/drills/start";
import { drillUrl } from "@/lib/outbox/drill-url";
import { db } from "@/lib/platform/db";
import { signId } from "@/lib/platform/signed-id";
import { MINUTE_MS } from "@/lib/rules/durations";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { CHANNEL_EXAMPLES } from "@/testing/channel-examples";
import { aConnectProxy } from "@/testing/connect-proxy";
import { eventually } from "@/testing/eventually";
import { ACTOR, aCase } from "@/testing/factories";
import { aCaseWith, by } from "@/testing/members";
import { aSubscription, decryptPush } from "@/testing/push-service";
import { aReceiver, type Receiver } from "@/testing/receiver";
import { SELF_SIGNED } from "@/testing/self-signed";
import { type ServerProcess, startWorker } from "@/testing/server-process";

// A worker sends fire drills through every kind of channel that there is, to receivers of this test: a proxy leads all host names to
// them, so that a new kind takes part on its own.

const KINDS = ALL_KINDS.map(({ kind }) => kind);

const tuesday = new Date("2026-03-10T12:00Z");
const later = (minutes: number) => new Date(tuesday.getTime() + minutes * MINUTE_MS);

const BROKEN = "The receiver is broken today";

type Request = Receiver["requests"][number];

/** What each service would keep open after a request, by its kind: the request opens or closes something, by its name there. */
const PAGERS: Record<
  string,
  (request: Request, body: Record<string, string>) => [isOpen: boolean, id: string] | null
> = {
  pagerduty: (_, { event_action, dedup_key = "" }) => [event_action === "trigger", dedup_key],
  opsgenie: ({ path }, { alias }) =>
    alias ? [true, alias] : [false, /alerts\/([^/]+)\/close/.exec(path)?.[1] ?? ""],
  goalert: (_, { action, dedup = "" }) => [action !== "close", dedup],
  splunk_on_call: (_, { message_type, entity_id = "" }) => [message_type !== "RECOVERY", entity_id],
  github: ({ path }, { title, state }) => {
    if (title) return [true, "1347"];
    return state === "closed" ? [false, /issues\/(\d+)$/.exec(path)?.[1] ?? ""] : null;
  },
  // It ends on its own.
  alertmanager: (_, body) => {
    const [{ startsAt, endsAt }] = body as unknown as [{ startsAt: string; endsAt: string }];
    return [Date.parse(endsAt) - Date.parse(startsAt) > 10 * MINUTE_MS, "alert"];
  },
};

let receiver: Receiver;
let proxy: Awaited<ReturnType<typeof aConnectProxy>>;
let mail: SMTPServer;
let worker: ServerProcess;
let isBroken = false;
const mails: string[] = [];
const subscription = aSubscription("https://push.example.com/send/abc");

beforeAll(async () => {
  receiver = await aReceiver((response, { headers }) => {
    if (isBroken) return void response.writeHead(503).end(BROKEN);
    const isGitHub = headers.host === "api.github.com";
    response
      .writeHead(isGitHub ? 201 : 200)
      .end(isGitHub ? '{"url":"https://api.github.com/repos/acme/operations/issues/1347"}' : "ok");
  }, SELF_SIGNED);
  proxy = await aConnectProxy(Number(new URL(receiver.url).port));
  mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, callback) =>
      isBroken ? callback(Object.assign(new Error(BROKEN), { responseCode: 550 })) : callback(),
    onData: async (stream, _session, callback) => {
      mails.push(await text(stream));
      callback();
    },
  });
  await new Promise<void>((resolve) => mail.listen(0, "127.0.0.1", resolve));
  worker = await startWorker({
    OUTBOUND_PROXY: proxy.url,
    // The receiver responds for every host name.
    NODE_TLS_REJECT_UNAUTHORIZED: "0",
    SMTP_URL: `smtp://127.0.0.1:${(mail.server.address() as AddressInfo).port}`,
    MAIL_FROM: "Tattle <tattle@example.com>",
  });
});
afterAll(async () => {
  await worker.signal("SIGTERM");
  receiver.close();
  mail.close();
  proxy.close();
});

/** A case whose one channel is of this kind. */
async function aCaseWithChannel(kind: string): Promise<string> {
  if (kind === webPush.kind) {
    const { caseId, ada } = await aCaseWith({ ada: "owner" });
    const given = { ...subscription.settings, browser: "Firefox on Linux" } as BrowserSubscription;
    await addBrowser(caseId, ada, given, by(ada));
    return caseId;
  }
  const { id: caseId } = await aCase();
  const settings = CHANNEL_EXAMPLES[kind]?.settings;
  if (!settings) throw new Error(`There is no example of ${kind}.`);
  await addChannel(caseId, { kind, name: "", settings, route: ALL_ALERTS, isDefault: false }, ACTOR);
  return caseId;
}

const parsed = (body: string) => {
  try {
    return JSON.parse(body);
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
};

const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
};

/** What people can read in a request. Only the browser can read what it is sent. */
function parsePing({ headers, body, bytes }: Request): string {
  const isPush = headers["content-encoding"] === "aes128gcm";
  const said = isPush ? decryptPush(bytes, subscription.keys, subscription.settings.auth) : body;
  return [said, ...textsIn(parsed(said)), ...textsIn(headers)].join("\n");
}

const requestsAbout = (id: string) =>
  receiver.requests.filter((request) => parsePing(request).includes(drillUrl(id)));

/** Starts a drill of the case. Returns its message to the channel, once the worker has attempted it. */
async function drill(caseId: string, at: Date) {
  const drillId = await startDrill(caseId, ACTOR, at);
  const { id } = await db.delivery.findFirstOrThrow({ where: { drillId } });
  await eventually(async () =>
    expect(await db.attempt.count({ where: { deliveryId: id } })).toBeGreaterThan(0),
  );
  const find = async () => (await findDrill(caseId, drillId))?.messages.find((message) => message.id === id);
  return { id, find };
}

test("what each pager keeps open is known to this test", () => {
  expect(Object.keys(PAGERS).sort()).toEqual([...STATEFUL_KINDS].sort());
});

describe.each(KINDS)("%s", (kind) => {
  let caseId: string;
  beforeAll(async () => {
    isBroken = false;
    caseId = await aCaseWithChannel(kind);
  });

  test("says that it is a fire drill, with a link that confirms it", async () => {
    const { id, find } = await drill(caseId, tuesday);

    const [request] = requestsAbout(id);
    expect(request && parsePing(request)).toMatch(/fire drill/i);
    expect(await find()).toMatchObject({ state: "accepted", channel: { kind }, confirmedAt: null });

    await confirmDrill(signId(id), null, later(5));
    expect(await find()).toMatchObject({ confirmedAt: later(5) });
  });

  test.runIf(kind in PAGERS)("keeps nothing open afterwards", async () => {
    const host = requestsAbout((await lastDelivery(caseId)).id)[0]?.headers.host;
    const changes = () =>
      receiver.requests.flatMap((request) => {
        const change = request.headers.host === host && PAGERS[kind]?.(request, parsed(request.body));
        return change ? [change] : [];
      });
    const open = () =>
      new Set(changes().flatMap(([isOpen, name]) => (findLastChange(name) === isOpen && isOpen ? name : [])));
    const findLastChange = (name: string) => changes().findLast(([, other]) => other === name)?.[0];

    await eventually(async () =>
      expect(
        await db.delivery.count({
          where: { channel: { caseId }, event: "drill_ended", acceptedAt: { not: null } },
        }),
      ).toBe(1),
    );

    expect(changes()).not.toEqual([]);
    expect([...open()]).toEqual([]);
  });

  test("is shown as not reached, with its response, if it fails", async () => {
    isBroken = true;

    const { find } = await drill(caseId, later(20));

    expect(await find()).toMatchObject({
      state: "pending",
      latest: { outcome: "rejected", status: 503, response: BROKEN },
      confirmedAt: null,
    });
  });
});

const lastDelivery = (caseId: string) =>
  db.delivery.findFirstOrThrow({ where: { channel: { caseId }, event: "drill" }, orderBy: { id: "desc" } });

test("an email says that it is a fire drill, with a link that confirms it, and one that fails is shown so", async () => {
  isBroken = false;
  const { caseId, ada } = await aCaseWith({ ada: "owner" });
  const first = await startDrill(caseId, by(ada), tuesday);
  const { id } = await db.email.findFirstOrThrow({ where: { drillId: first } });
  const find = async (drillId: string) => (await findDrill(caseId, drillId))?.messages;

  await eventually(async () => expect(await find(first)).toMatchObject([{ state: "accepted" }]));
  const mailed = mails.find((message) => message.includes(`To: ${ada.email}`));
  expect(mailed).toMatch(/^Subject: Fire drill: can Acme reach you\?/m);
  expect(mailed?.replaceAll(/=\r\n/g, "")).toContain(drillUrl(id));
  await confirmDrill(signId(id), ada.id, later(5));
  expect(await find(first)).toMatchObject([{ confirmedAt: later(5), confirmedBy: ada.email }]);

  isBroken = true;
  const second = await startDrill(caseId, by(ada), later(20));
  await eventually(async () =>
    expect(await find(second)).toMatchObject([
      { state: "failed", latest: { outcome: "rejected", response: expect.stringContaining(BROKEN) } },
    ]),
  );
});
