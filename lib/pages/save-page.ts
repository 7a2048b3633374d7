import { randomUUID } from "node:crypto";
import type { Actor } from "@/lib/audit/actor";
import type { Fact } from "@/lib/audit/fact";
import { changesBetween, recordEvents } from "@/lib/audit/record";
import { lockCase } from "@/lib/cases/lock";
import { hashNewPassword } from "@/lib/people/users/new-password";
import { type Sql, transaction } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { invalid, notFound } from "@/lib/platform/refusal";
import { newToken } from "@/lib/platform/secret-token";
import { MAX_SHARES } from "@/lib/rules/limits";
import { publishPageChange } from "./announce";
import { saveComponents } from "./page-components";
import {
  MAX_PAGES,
  type NewPage,
  type PageChanges,
  type PageSettings,
  settingsIn,
  type Visibility,
} from "./page-input";

/** Adds a status page to a case. */
export async function addPage(caseId: string, input: NewPage, by: Actor): Promise<void> {
  const id = randomUUID();
  const password = await hashPassword(input, input.slug);
  await transaction(async (sql) => {
    await lockCase(sql, caseId);
    await refuseTooMany(sql, caseId);
    await refuseSlug(sql, input.slug, id);
    refuseWithoutPassword(input.visibility, password?.hash ?? null);
    await sql(
      `INSERT INTO shares (id, kind, name, settings, created_by, case_id) VALUES ($1, 'page', $2, '{}', $3, $4)`,
      [id, input.title, by.name, caseId],
    );
    await sql(
      `INSERT INTO pages (id, case_id, slug, visibility, networks, key, password_hash, password_id, settings, logo, logo_dark)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        id,
        caseId,
        input.slug,
        input.visibility,
        input.networks,
        input.visibility === "link" ? encrypt(newToken()) : null,
        password?.hash,
        password?.id,
        settingsIn(input),
        input.logo,
        input.logo_dark,
      ],
    );
    await saveComponents(sql, caseId, id, input.groups);
    const facts = { page: input.slug, visibility: input.visibility };
    await recordEvents(sql, caseId, by, [
      { action: "share.added", resource: { id, name: input.title }, facts },
    ]);
  });
  publishPageChange(caseId);
}

type LockedPage = {
  id: string;
  slug: string;
  title: string;
  visibility: Visibility;
  networks: string[];
  key: string | null;
  passwordHash: string | null;
  settings: PageSettings;
};

/** Changes what is present in the input, and returns the slug of the page. */
export async function changePage(
  caseId: string,
  slug: string,
  input: PageChanges,
  by: Actor,
): Promise<string> {
  const password = await hashPassword(input, slug);
  const next = await transaction(async (sql) => {
    const page = await lockPage(sql, caseId, slug);
    const after = {
      slug: input.slug ?? page.slug,
      title: input.title ?? page.title,
      visibility: input.visibility ?? page.visibility,
      networks: input.networks ?? page.networks,
      settings: { ...page.settings, ...settingsIn(input) },
    };
    if (after.slug !== page.slug) await refuseSlug(sql, after.slug, page.id);
    refuseWithoutPassword(after.visibility, password?.hash ?? page.passwordHash);
    const needsKey = input.replace_key || (after.visibility === "link" && page.key === null);
    await sql("UPDATE shares SET name = $2 WHERE id = $1", [page.id, after.title]);
    await sql(
      `UPDATE pages SET slug = $2, visibility = $3, networks = $4, settings = $5, key = coalesce($6, key),
         password_hash = coalesce($7, password_hash), password_id = coalesce($8, password_id),
         logo = CASE WHEN $9 THEN $10 ELSE logo END, logo_dark = CASE WHEN $11 THEN $12 ELSE logo_dark END
       WHERE id = $1`,
      [
        page.id,
        after.slug,
        after.visibility,
        after.networks,
        after.settings,
        needsKey ? encrypt(newToken()) : null,
        password?.hash,
        password?.id,
        input.logo !== undefined,
        input.logo,
        input.logo_dark !== undefined,
        input.logo_dark,
      ],
    );
    if (input.groups) await saveComponents(sql, caseId, page.id, input.groups);
    await recordChange(sql, caseId, by, page, after, input);
    return after.slug;
  });
  publishPageChange(caseId);
  return next;
}

async function recordChange(
  sql: Sql,
  caseId: string,
  by: Actor,
  page: LockedPage,
  after: Omit<LockedPage, "id" | "key" | "passwordHash">,
  input: PageChanges,
): Promise<void> {
  const flat = ({ slug, title, visibility, networks, settings }: typeof after): Record<string, Fact> => ({
    slug,
    title,
    visibility,
    networks,
    ...Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [
        name,
        typeof value === "string" || value === null ? value : JSON.stringify(value),
      ]),
    ),
  });
  const replaced = [
    ...(input.groups ? ["groups"] : []),
    ...(input.logo !== undefined || input.logo_dark !== undefined ? ["logo"] : []),
    ...(input.password ? ["password"] : []),
    ...(input.replace_key ? ["link"] : []),
  ];
  await recordEvents(sql, caseId, by, [
    {
      action: "share.changed",
      resource: { id: page.id, name: page.title },
      facts: { ...changesBetween(flat(page), flat(after)), ...(replaced.length > 0 && { replaced }) },
    },
  ]);
}

/** Locks a page of this case until the transaction ends. */
async function lockPage(sql: Sql, caseId: string, slug: string): Promise<LockedPage> {
  const [page] = await sql<LockedPage>(
    `SELECT pages.id, slug, shares.name AS title, visibility, networks, key, password_hash AS "passwordHash", pages.settings
     FROM pages JOIN shares USING (id) WHERE pages.case_id = $1 AND slug = $2 FOR UPDATE`,
    [caseId, slug],
  );
  if (!page) throw notFound("page");
  return page;
}

async function refuseTooMany(sql: Sql, caseId: string): Promise<void> {
  const [{ pages, shares } = { pages: 0, shares: 0 }] = await sql<{ pages: number; shares: number }>(
    `SELECT count(*) FILTER (WHERE kind = 'page')::int AS pages, count(*)::int AS shares FROM shares WHERE case_id = $1`,
    [caseId],
  );
  if (pages < MAX_PAGES && shares < MAX_SHARES) return;
  const message = `can’t be added: a case has at most ${MAX_PAGES} pages, and shares at most ${MAX_SHARES} things`;
  throw invalid([{ attribute: "slug", message }]);
}

/** Slugs are unique in the installation. Until the transaction ends, nobody else takes this one. */
async function refuseSlug(sql: Sql, slug: string, id: string): Promise<void> {
  await sql("SELECT pg_advisory_xact_lock(hashtext('page ' || $1))", [slug]);
  const [taken] = await sql("SELECT FROM pages WHERE slug = $1 AND id <> $2", [slug, id]);
  if (taken) throw invalid([{ attribute: "slug", message: "is taken" }]);
}

function refuseWithoutPassword(visibility: Visibility, hash: string | null): void {
  if (visibility === "password" && hash === null)
    throw invalid([{ attribute: "password", message: "can't be blank" }]);
}

async function hashPassword({ password, title = "" }: PageChanges, slug: string) {
  return password ? { hash: await hashNewPassword(password, [slug, title]), id: randomUUID() } : null;
}
