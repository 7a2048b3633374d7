import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { addChannel } from "@/lib/channels/add";
import { parseSettings } from "@/lib/channels/input";
import { db } from "@/lib/platform/db";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { findPage } from "@/lib/status-pages/find-page";
import { toDataUrl } from "@/lib/status-pages/logo-input";
import { newPage, pageChanges } from "@/lib/status-pages/page-input";
import { addPage, changePage } from "@/lib/status-pages/save-page";
import { applyText, type FileOptions, planText } from "@/testing/configuration";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";
import { aPage, aPng } from "@/testing/status-page";
import { applyPlan } from "./apply-plan";
import { exportCase } from "./export-case";
import { problemText } from "./parse";

const tuesday = new Date("2026-03-10T00:00Z");
const PASSWORD = "umbrella-parsnip-lantern-47";
const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const apply = async (caseId: string, text: string, options?: FileOptions): Promise<string> =>
  (await applyText(caseId, text, tuesday, options)).text;

const listErrors = async (caseId: string, text: string, options?: FileOptions): Promise<string[]> =>
  (await planText(caseId, text, options)).problems.map(problemText);

/** What the slugs of a test begin with, because they are unique in the installation. */
const aPrefix = () => `p${randomBytes(5).toString("hex")}`;

const readPasswordHash = async (slug: string) =>
  (await db.page.findFirstOrThrow({ where: { slug } })).passwordHash;

const aFile = (prefix: string) => `version: 1
snitches:
  - {key: backup, name: Backup, tags: [db], interval: daily}
pages:
  - slug: ${prefix}-b
    title: Everything
    visibility: public
    networks: [10.1.2.3, "fd00::/8"]
    publish: after
    publish_after: 600
    description: |
      **Jobs** of Acme.
    timezone: Europe/Riga
    language: de
    accent: "#0a7f5a"
    links: [{name: Home, url: "https://acme.example"}]
    logo: ${PNG}
    groups:
      - name: Jobs
        components: [{name: Nightly backup, snitch: backup}, {name: Databases, tag: db}]
      - components: [{name: Payments}]
  - slug: ${prefix}-a
    title: Private
    visibility: password
    password: {env: STATUS_PASSWORD}
`;

test("pages make the round trip to the same case, and after they were deleted", async () => {
  const { id: caseId } = await aCase();
  const prefix = aPrefix();
  await apply(caseId, aFile(prefix), { environment: { STATUS_PASSWORD: PASSWORD } });

  const yaml = await exportCase(caseId, "yaml");
  const json = await exportCase(caseId, "json");
  expect(parseYaml(yaml)).toEqual(JSON.parse(json));
  const variable = `${prefix.toUpperCase()}_A_PASSWORD`;
  expect(JSON.parse(json).pages).toMatchObject([
    { slug: `${prefix}-a`, title: "Private", visibility: "password", password: { env: variable } },
    {
      slug: `${prefix}-b`,
      networks: ["10.1.2.3/32", "fd00::/8"],
      logo: PNG,
      links: [{ name: "Home", url: "https://acme.example" }],
      groups: [
        { components: [{ name: "Nightly backup", snitch: "backup" }, { tag: "db" }] },
        { name: "", components: [{ name: "Payments" }] },
      ],
    },
  ]);
  const hash = await readPasswordHash(`${prefix}-a`);
  expect(await apply(caseId, yaml)).toBe("Nothing to do.");
  // A password that a page has stays: otherwise each apply would end all visits.
  expect(await apply(caseId, json, { environment: { [variable]: `${PASSWORD}-2` } })).toBe("Nothing to do.");
  expect(await readPasswordHash(`${prefix}-a`)).toBe(hash);

  await db.share.deleteMany({ where: { caseId } });
  expect((await planText(caseId, yaml)).missing).toMatchObject([
    { path: ["pages", 0, "password"], variable },
  ]);
  await apply(caseId, yaml, { environment: { [variable]: PASSWORD } });
  expect(await exportCase(caseId, "yaml")).toBe(yaml);
});

test("a plan says which pages are created, changed and removed, and a component that stays keeps its id", async () => {
  const { id: caseId } = await aCase();
  const prefix = aPrefix();
  const file = (title: string, slugs: string[], group: string) =>
    `version: 1\npages:\n${slugs
      .map(
        (slug) =>
          `  - {slug: ${slug}, title: ${title}, groups: [{name: ${group}, components: [{name: Mail}]}]}\n`,
      )
      .join("")}`;
  const [one, two, three] = [`${prefix}-1`, `${prefix}-2`, `${prefix}-3`];
  expect(await apply(caseId, file("Acme", [one, two], "A"))).toContain(`+ status page ${one} “Acme”`);
  const idOf = async () => (await findPage(caseId, one))?.components[0]?.id;
  const id = await idOf();

  const next = file("Bolt", [one, three], "B");
  expect(await apply(caseId, next)).toContain("1 to create, 1 to change, 0 unchanged. 1 item that is not");
  expect(await idOf()).toBe(id);
  const pruned = await apply(caseId, next, { prunes: true });
  expect(pruned).toBe(`- status page ${two} “Acme”\n\n1 to remove, 2 unchanged.`);
  const actions = await db.auditEvent.findMany({ where: { caseId }, select: { action: true } });
  expect(actions.map(({ action }) => action).sort()).toEqual([
    ...["share.added", "share.added", "share.added", "share.changed", "share.revoked"],
  ]);
});

test("a file without pages changes nothing about them, and that of a case without pages has an empty section", async () => {
  const { id: caseId } = await aCase();
  expect(await exportCase(caseId, "yaml")).toContain("\npages: []\n");
  const { slug } = await aPage(caseId);
  await apply(caseId, "version: 1\nsettings: {limit_emails: false}\nsnitches: []\n", { prunes: true });
  expect(await findPage(caseId, slug)).toMatchObject({ title: "Acme", visibility: "public" });
});

test("a wrong page is refused, and nothing at all is changed", async () => {
  const { id: caseId } = await aCase();
  const { id: otherId } = await aCase();
  await aSnitch({ caseId: otherId, key: "theirs", tags: ["theirs"] });
  const { slug: taken } = await aPage(otherId);
  const prefix = aPrefix();
  const errors = async (attributes: string, environment = {}) => {
    const text = `version: 1\nsettings: {limit_emails: false}\npages:\n- {title: A, ${attributes}}\n`;
    const errors = await listErrors(caseId, text, { environment });
    return errors.map((each) => each.replace(/^line \d+, /, ""));
  };
  const page = `slug: ${prefix}`;
  const component = (subject: string) => `${page}, groups: [{components: [{name: A, ${subject}}]}]`;

  expect(await errors(component("snitch: theirs"))).toEqual([
    "pages[0].groups: names “theirs”, but no snitch has this key",
  ]);
  expect(await errors(component("tag: theirs"))).toEqual([
    "pages[0].groups: names the tag “theirs”, which no snitch has",
  ]);
  expect((await errors(component("id: x")))[0]).toContain("is not an attribute of a component");
  expect(await errors(`slug: ${taken}`)).toEqual([`pages: has a slug that is already taken: ${taken}`]);
  expect((await errors("slug: api"))[0]).toContain("is reserved");
  expect((await errors(`${page}, key: x`))[0]).toContain("pages[0].key: is not an attribute");
  expect(await errors(`${page}, visibility: password`)).toEqual(["pages[0].password: can't be blank"]);
  expect((await errors(`${page}, visibility: password, password: ${PASSWORD}`))[0]).toContain("must be env:");
  const own = `${page}, visibility: password, password: {env: AUTH_SECRET}`;
  expect((await errors(own, { AUTH_SECRET: PASSWORD }))[0]).toContain("is a setting of Tattle itself");
  const short = `${page}, visibility: password, password: {env: KEY}`;
  expect((await errors(short, { KEY: "short" }))[0]).toContain("pages[0].password: is too short");
  expect((await errors(`${page}, password: {env: KEY}`))[0]).toContain("is only for pages with visibility");
  const long = aPng("IDAT", Buffer.alloc(9_000));
  expect((await errors(`${page}, logo: "${long}"`))[0]).toContain("is too long for a file");
  const many = Array.from({ length: 21 }, (_, i) => `- {title: A, slug: ${prefix}-${i}}\n`).join("");
  expect((await listErrors(caseId, `version: 1\npages:\n${many}`))[0]).toContain("at most 20 pages");

  // Taken, or seen to be easy to guess, only after the plan was made.
  const settings = "version: 1\nsettings: {limit_emails: false}\npages:\n";
  const late = await planText(caseId, `${settings}- {title: A, ${page}}\n`);
  const theirs = newPage.parse({ slug: prefix, title: "Theirs", visibility: "public" });
  await addPage(otherId, theirs, ACTOR);
  await expect(applyPlan(late, ACTOR, tuesday)).rejects.toMatchObject({
    validations: [{ attribute: "pages" }],
  });
  const guessable = await planText(
    caseId,
    `${settings}- {title: A, ${short.replace(prefix, `${prefix}-g`)}}\n`,
    {
      environment: { KEY: "password1" },
    },
  );
  await expect(applyPlan(guessable, ACTOR, tuesday)).rejects.toMatchObject({
    validations: [{ attribute: "password" }],
  });
  expect(await db.case.findUniqueOrThrow({ where: { id: caseId } })).toMatchObject({ limitsEmails: true });
  expect(await db.share.count({ where: { caseId } })).toBe(0);
});

test("no key of a link and no password is in a file, and each secret has a variable of its own", async () => {
  const { id: caseId } = await aCase();
  const prefix = aPrefix();
  const settings = parseSettings("ntfy", { topic: "ops-alerts", password: "tk-secret", user: "ops" });
  const route = ALL_ALERTS;
  await addChannel(caseId, { kind: "ntfy", name: `${prefix}`, settings, route, isDefault: false }, ACTOR);
  await addPage(caseId, newPage.parse({ slug: `${prefix}-l`, title: "Link", visibility: "link" }), ACTOR);
  const secret = { slug: prefix, title: "P", visibility: "password", password: PASSWORD };
  await addPage(caseId, newPage.parse(secret), ACTOR);
  const key = (await findPage(caseId, `${prefix}-l`))?.key;
  const hash = await readPasswordHash(prefix);
  if (!key || !hash) throw new Error("The pages have no secrets.");

  for (const format of ["yaml", "json"] as const) {
    const text = await exportCase(caseId, format);
    for (const each of [key, hash, PASSWORD]) expect(text).not.toContain(each);
    const variables = text.match(/\bP\w+_PASSWORD\w*/g);
    expect(variables?.map((name) => name.replace(prefix.toUpperCase(), ""))).toEqual([
      ...["_PASSWORD", "_PASSWORD_2"],
    ]);
    expect(await apply(caseId, text)).toBe("Nothing to do.");
  }
  expect((await findPage(caseId, `${prefix}-l`))?.key).toBe(key);
});

test("a logo that is too long for a file is left out with a warning, and stays", async () => {
  const { id: caseId } = await aCase();
  const slug = aPrefix();
  const logo = aPng("IDAT", randomBytes(20_000));
  await addPage(caseId, newPage.parse({ slug, title: "Acme", logo, logo_dark: PNG }), ACTOR);
  const yaml = await exportCase(caseId, "yaml");
  expect(yaml).toContain(`# Too long for a file, and left as it is: ${slug}.logo\n`);
  expect(yaml).not.toContain("logo:");

  await apply(caseId, yaml.replace("title: Acme", "title: Bolt").replace(/ +logo_dark: .*\n/, ""));
  const page = await findPage(caseId, slug);
  expect(page).toMatchObject({ title: "Bolt", logoDark: null });
  expect(page?.logo && toDataUrl(page.logo)).toBe(logo);
});

test("a page that has a tag of no snitch any more is in the file, and the file is the same", async () => {
  const { id: caseId } = await aCase();
  const { slug } = await aPage(caseId, { components: [{ name: "Old jobs", tag: "gone" }] });
  const yaml = await exportCase(caseId, "yaml");
  expect(yaml).toContain("tag: gone");
  expect(await apply(caseId, yaml)).toBe("Nothing to do.");
  await changePage(caseId, slug, pageChanges.parse({ title: "Bolt" }), ACTOR);
  await apply(caseId, yaml);
  expect(await exportCase(caseId, "yaml")).toBe(yaml);
});

test("badges make the round trip, name their subject as the file does, and go first when others go", async () => {
  const { id: caseId } = await aCase();
  const slug = aPrefix();
  const file = (badges: string, visibility = "public") => `version: 1
snitches:
  - {key: backup, name: Backup, tags: [db], interval: daily}
pages:
  - {slug: ${slug}, title: Acme, visibility: ${visibility}}
badges:
${badges}`;
  const all = `  - {label: All, subject: case}
  - {label: Run, subject: "snitch:backup", shows: duration, days: 7, style: flat-square}
  - {label: Databases, subject: "tag:db", shows: share}
  - {label: Page, subject: "page:${slug}"}
`;
  expect(await apply(caseId, file(all))).toContain("+ badge All: status of case, 30 days, flat\n");
  const yaml = await exportCase(caseId, "yaml");
  expect(parseYaml(yaml).badges).toEqual([
    { label: "All", subject: "case" },
    { label: "Databases", subject: "tag:db", shows: "share" },
    { label: "Page", subject: `page:${slug}` },
    { label: "Run", subject: "snitch:backup", shows: "duration", days: 7, style: "flat-square" },
  ]);
  expect(await apply(caseId, yaml)).toBe("Nothing to do.");

  const errors = async (badge: string, visibility?: string) =>
    (await listErrors(caseId, file(`  - {label: A, ${badge}}\n`, visibility))).map((each) =>
      each.replace(/^line \d+, /, ""),
    );
  expect(await errors('subject: "snitch:gone"')).toEqual([
    "badges[0].subject: names “gone”, but no snitch has this key",
  ]);
  expect(await errors('subject: "tag:gone"')).toEqual([
    "badges[0].subject: names “gone”, but no snitch has this tag",
  ]);
  expect(await errors(`subject: "page:${slug}"`, "link")).toEqual([
    `badges[0].subject: names “${slug}”, which is not a public page`,
  ]);
  expect((await errors("subject: case, id: x"))[0]).toContain("is not an attribute of a badge");
  expect((await errors("subject: cases"))[0]).toContain("must be case, snitch:TOKEN");

  // With its snitch and its page a badge would go on its own.
  const rest = "version: 1\nsnitches: []\npages: []\nbadges:\n  - {label: All, subject: case}\n";
  expect(await apply(caseId, rest, { prunes: true })).toContain("5 to remove");
  expect(await db.share.findMany({ where: { caseId }, select: { name: true } })).toEqual([{ name: "All" }]);
});
