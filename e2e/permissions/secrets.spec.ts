import { randomBytes } from "node:crypto";
import { expect, test } from "@playwright/test";
import { Receiver } from "../receiver";
import { World } from "../test-data";
import { send } from "./http";
import { PAGES, ROUTES } from "./table";
import { PASSWORD, Visitors } from "./visitors";
import { address } from "./walk";

const visitors = new Visitors();
const world = new World();
const receiver = new Receiver();
test.beforeAll(() => receiver.open());
test.afterAll(async () => {
  receiver.close();
  await Promise.all([visitors.close(), world.close()]);
});

/** A text that is nowhere else. */
const needle = () => `n${randomBytes(9).toString("hex")}`;
const anAddress = () => `${needle()}@example.com`;

/** What a case keeps to itself. With one of `internal` a stranger can check in, or learns of people and machines. */
type Planted = {
  /** Not for anyone outside the case. */
  internal: string[];
  /** Not for a viewer either. */
  secrets: string[];
  /** An address outside the case that gets its alerts. */
  outsider: string;
  host: string;
  /** The slug of a public status page. */
  slug: string;
  /** Ids for the addresses of pages, by the part of the route before them. */
  ids: Record<string, string>;
};

/** A case with one of everything, an error that was alerted, and the readers of its links. */
async function plant(): Promise<Planted> {
  const { caseId, token } = visitors;
  const key = (await visitors.aKey({ access: "full", scope: "all" })) ?? "";
  const api = async (path: string, body: object, method = "POST") => {
    const response = await send(path, {
      method,
      body: JSON.stringify(body),
      headers: {
        Authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}`,
        "Content-Type": "application/json",
      },
    });
    const text = await response.text();
    expect(response.ok, `${path}: ${text}`).toBe(true);
    return text === "" ? null : JSON.parse(text);
  };
  const [outsider, host, slug, page] = [anAddress(), needle(), needle(), needle()];
  const [credential, header, hook] = [needle(), needle(), needle()];
  const notified = ["member", "viewer"].map((role) => visitors.emailOf(role as "member"));
  await api(`/v1/snitches/${token}`, { slug, alert_email: [outsider, ...notified] }, "PATCH");
  await visitors.sql("UPDATE cases SET channel_links = true, alert_email = $2 WHERE id = $1", [
    caseId,
    anAddress(),
  ]);
  // An address outside the case that has confirmed.
  await visitors.sql(
    `INSERT INTO recipients (id, case_id, address, confirmed_at) VALUES (new_id(), $1, $2, now())
     ON CONFLICT (case_id, address) DO UPDATE SET confirmed_at = now()`,
    [caseId, outsider],
  );
  // The first replaced URL is the token, which is in the addresses of pages.
  const urls = [];
  for (let i = 0; i < 2; i++)
    urls.push(
      (await api(`/v1/snitches/${token}/rotate`, { overlap_hours: 24 })).check_in_url.split("/").at(-1),
    );
  const failed = await world.addRuns(token, 5);
  await visitors.sql("UPDATE runs SET host = $2 FROM snitches s WHERE s.id = snitch_id AND token = $1", [
    token,
    host,
  ]);
  receiver.respond(200, "ok");
  await api("/v1/channels", { kind: "ntfy", name: "#ops", settings: { url: receiver.url, topic: "ops" } });
  const channel = await api("/v1/channels", {
    kind: "webhook",
    settings: {
      url: `https://reader:${credential}@hooks.example.com/`,
      headers: `Authorization: Bearer ${header}`,
    },
  });
  await api("/v1/channels", { kind: "slack", settings: { url: `https://hooks.slack.com/services/${hook}` } });
  const components = [{ name: "Job", snitch: token }];
  await api("/v1/pages", {
    slug: page,
    title: "Jobs",
    visibility: "public",
    groups: [{ name: "All", components }],
  });
  await api("/v1/pages", { slug: needle(), title: "Hidden", visibility: "password", password: needle() });
  await api("/v1/pages", { slug: needle(), title: "By link", visibility: "link" });
  const badge = await api("/v1/badges", { subject: `snitch:${token}`, label: "Job" });
  const notice = await api("/v1/notices", { pages: [page], kind: "news", title: "News", text: "News" });
  const times = {
    starts_at: new Date(Date.now() + 3_600_000).toISOString(),
    ends_at: new Date(Date.now() + 7_200_000).toISOString(),
  };
  const maintenance = await api("/v1/maintenance", { name: "Work", snitches: [token], ...times });
  await send(`/status/${page}/subscribe`, {
    method: "POST",
    body: new URLSearchParams({ email: outsider }),
    headers: { Origin: process.env.APP_URL ?? "" },
  });
  await fetch(`${process.env.CHECK_IN_URL}/${token}?s=1&host=${host}&m=disk+full`);
  await expect.poll(() => receiver.latest()?.body ?? "").toContain("/i/");
  const row = async (text: string): Promise<Record<string, string>> =>
    (await visitors.sql(text, [caseId])).rows[0];
  const found = await row(
    `SELECT i.id AS incident, a.id AS alert, d.id AS delivery, d.channel_id AS channel
     FROM incidents i JOIN alerts a ON a.incident_id = i.id JOIN deliveries d ON d.alert_id = a.id WHERE i.case_id = $1`,
  );
  await api(`/v1/incidents/${found.incident}/acknowledge`, {});
  await visitors.sql("UPDATE incidents SET acknowledged_by = $2 WHERE case_id = $1", [
    caseId,
    visitors.emailOf("owner"),
  ]);
  // What the database has of the case that no page needs: whatever is hashed, sealed or signs something.
  const stored = await visitors.sql(
    `SELECT unnest(ARRAY[url, secret, settings]) AS value FROM channels WHERE case_id = $1
     UNION ALL SELECT hash FROM api_keys WHERE case_id = $1
     UNION ALL SELECT unnest(ARRAY[key, password_hash]) FROM pages WHERE case_id = $1
     UNION ALL SELECT unnest(ARRAY[u.password_hash, u.session_key::text]) FROM members m JOIN users u ON u.id = m.user_id
       WHERE m.case_id = $1`,
    [caseId],
  );
  const secrets = stored.rows.flatMap(({ value }) => (value?.length > 8 ? [value] : []));
  return {
    internal: [
      token,
      slug,
      host,
      outsider,
      ...["owner", "admin"].map((role) => visitors.emailOf(role as "owner")),
    ],
    secrets: [key, ...urls, credential, header, hook, PASSWORD, ...secrets],
    outsider,
    host,
    slug: page,
    ids: {
      incidents: found.incident ?? "",
      alerts: found.alert ?? "",
      channels: found.channel ?? channel.id,
      deliveries: found.delivery ?? "",
      runs: failed,
      notices: notice.id,
      maintenance: maintenance.id,
      badge: `${badge.id}.svg`,
    },
  };
}

/** The page or route with what was planted in its address. */
const plantedAddress = ({ ids, slug, host }: Planted, route: string) =>
  address(
    visitors,
    route
      .replace(/\/(\w+)\/\[(?:id|channelId|deliveryId|file)\]/g, (whole, noun) =>
        ids[noun] ? `/${noun}/${ids[noun]}` : whole,
      )
      .replace("/status/[slug]", `/status/${slug}`)
      .replace("/pages/[slug]", `/pages/${slug}`)
      .replace("/[caseId]/machines/[host]", `/[caseId]/machines/${host}`),
  );

/** Everything of a response, as a browser gets it at first and as it gets it when it moves there. */
async function readBoth(path: string, headers: Record<string, string>): Promise<string> {
  const responses = await Promise.all([
    send(path, { headers }),
    send(path, { headers: { ...headers, RSC: "1" } }),
  ]);
  const texts = responses.map(async (response) =>
    [response.status, JSON.stringify([...response.headers]), await response.text()].join("\n"),
  );
  return (await Promise.all(texts)).join("\n");
}

/** All that was emailed to this address, or sent to a chat. */
async function textSentTo(address: string | null): Promise<string> {
  if (address === null) return receiver.latest()?.body ?? "";
  const { rows } = await visitors.sql('SELECT text FROM captured_emails WHERE "to" = $1', [address]);
  return rows.map(({ text }) => text).join("\n");
}

const linksSentTo = async (address: string | null): Promise<string[]> => [
  ...new Set((await textSentTo(address)).match(/https?:\/\/[^\s)"\\>]+/g) ?? []),
];

/** A stream that does not end. */
const LEFT_OUT = ["/[caseId]/live"];
const ROUTES_TO_READ = [...Object.keys(PAGES), ...Object.keys(ROUTES)].filter(
  (route) => !LEFT_OUT.includes(route),
);

test("no byte of a page, a link or a message gives away a check-in token, an address, a key or a hash", async () => {
  await visitors.open();
  const planted = await plant();
  const { internal, secrets } = planted;
  const leaks: string[] = [];
  const search = (who: string, where: string, text: string, forbidden: string[]) =>
    leaks.push(
      ...forbidden.flatMap((value) =>
        text.includes(value) ? `${who} at ${where}: ${value} (${text.slice(0, 3)})` : [],
      ),
    );
  const whole: Record<string, string> = {};
  for (const who of ["stranger", "outsider", "viewer"] as const)
    for (const route of ROUTES_TO_READ) {
      const path = plantedAddress(planted, route);
      const text = await readBoth(path, visitors.headersOf(who));
      whole[`${who} ${route}`] = text;
      // Strangers bring what stands in the address themselves.
      const foreign = internal.filter((value) => !path.includes(value));
      search(who, route, text, who === "viewer" ? secrets : [...foreign, ...secrets]);
    }
  await expect
    .poll(async () =>
      (await Promise.all([planted.outsider, visitors.emailOf("viewer"), null].map(linksSentTo))).map(
        (links) => links.some((link) => link.includes("/i/") || link.includes("/recipients/")),
      ),
    )
    .toEqual([true, true, true]);
  const linked: string[] = [];
  for (const reader of [planted.outsider, visitors.emailOf("viewer"), visitors.emailOf("member"), null]) {
    const foreign = [...internal, ...secrets].filter((value) => value !== reader);
    for (const link of await linksSentTo(reader)) {
      const { origin, pathname } = new URL(link);
      if (origin !== new URL(process.env.APP_URL ?? "").origin) continue;
      const text = await readBoth(pathname, {});
      linked.push(pathname.split("/")[1] ?? "");
      search(
        `reader of ${reader ?? "#ops"}`,
        pathname,
        text,
        foreign.filter((value) => !pathname.includes(value)),
      );
      if (/^\/i\/[^/]+$/.test(pathname)) expect(text).toContain("Walked");
    }
  }
  // Messages name the machine of a run on purpose.
  const sent = [...internal, ...secrets].filter((value) => value !== planted.host);
  const { rows } = await visitors.sql('SELECT text, html FROM captured_emails WHERE "to" = $1', [
    planted.outsider,
  ]);
  const mails = rows.map(({ text, html }) => text + html).join("\n");
  search("a reader of #ops", "a message", receiver.latest()?.body ?? "", sent);
  search(
    "a reader outside the case",
    "an email",
    mails,
    sent.filter((value) => value !== planted.outsider),
  );

  search("a viewer", "an email", await textSentTo(visitors.emailOf("viewer")), secrets);

  expect(leaks).toEqual([]);
  // The walk has seen pages, and not only refusals.
  const shown = Object.keys(whole).filter(
    (each) => whole[each]?.startsWith("200") && whole[each]?.includes("Walked"),
  );
  expect(shown.filter((each) => each.startsWith("viewer")).length).toBeGreaterThan(25);
  expect(whole["stranger /status/[slug]"]).toContain("News");
  expect(mails).toContain("Walked");
  expect([...new Set(linked)]).toEqual(expect.arrayContaining(["i", "recipients", "subscriptions"]));
});
