import { randomUUID } from "node:crypto";
import type { Fact } from "@/lib/audit/fact";
import { type Actor, changesBetween, recordEvents } from "@/lib/audit/record";
import { LOCK_TIMEOUTS, lockCase } from "@/lib/cases/lock";
import { hashNewPassword } from "@/lib/people/users/new-password";
import { db, type Sql, toSql } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { invalidAttribute, notFound } from "@/lib/platform/refusal";
import { newToken } from "@/lib/platform/secret-token";
import { MAX_SHARES } from "@/lib/rules/limits";
import { publishPageChange } from "./announce";
import type { StoredPage } from "./find-page";
import { saveComponents } from "./page-components";
import { MAX_PAGES, type NewPage, type PageChanges, settingsIn, type Visibility } from "./page-input";

/** Adds a status page to a case. */
export async function addPage(caseId: string, input: NewPage, by: Actor): Promise<void> {
  const id = randomUUID();
  const { slug, title, visibility, networks, logo, logo_dark: logoDark } = input;
  const password = await hashPassword(input, slug);
  await db.$transaction(async (tx) => {
    const sql = toSql(tx);
    await lockCase(sql, caseId);
    await refuseTooMany(sql, caseId);
    await refuseSlug(sql, caseId, slug, id);
    refuseWithoutPassword(visibility, password.passwordHash ?? null);
    const key = visibility === "link" ? encrypt(newToken()) : null;
    const columns = { caseId, slug, visibility, networks, key, logo, logoDark, settings: settingsIn(input) };
    await tx.share.create({
      data: {
        ...{ id, kind: "page", name: title, settings: {}, createdBy: by.name, caseId },
        page: { create: { ...columns, ...password } },
      },
    });
    await saveComponents(tx, caseId, id, input.groups);
    const facts = { page: slug, visibility };
    await recordEvents(sql, caseId, by, [{ action: "share.added", resource: { id, name: title }, facts }]);
  }, LOCK_TIMEOUTS);
  publishPageChange(caseId);
}

/** Changes what is present in the input, and returns the slug of the page. */
export async function changePage(
  caseId: string,
  slug: string,
  input: PageChanges,
  by: Actor,
): Promise<string> {
  const password = await hashPassword(input, slug);
  const next = await db.$transaction(async (tx) => {
    const sql = toSql(tx);
    const page = await lockPage(sql, caseId, slug);
    const after = {
      slug: input.slug ?? page.slug,
      title: input.title ?? page.title,
      visibility: input.visibility ?? page.visibility,
      networks: input.networks ?? page.networks,
      settings: { ...page.settings, ...settingsIn(input) },
    };
    const isPublished = page.visibility === "hidden" && after.visibility !== "hidden";
    if (after.slug !== page.slug || isPublished) await refuseSlug(sql, caseId, after.slug, page.id);
    refuseWithoutPassword(after.visibility, password.passwordHash ?? page.passwordHash);
    const needsKey = input.replace_key || (after.visibility === "link" && page.key === null);
    const { title: name, ...columns } = after;
    await tx.page.update({
      where: { id: page.id },
      data: {
        ...columns,
        ...password,
        ...(needsKey && { key: encrypt(newToken()) }),
        logo: input.logo,
        logoDark: input.logo_dark,
        share: { update: { name } },
      },
    });
    if (input.groups) await saveComponents(tx, caseId, page.id, input.groups);
    await recordChange(sql, caseId, by, page, after, input);
    return after.slug;
  }, LOCK_TIMEOUTS);
  publishPageChange(caseId);
  return next;
}

type LockedPage = Pick<
  StoredPage,
  "id" | "slug" | "title" | "visibility" | "networks" | "key" | "settings"
> & {
  passwordHash: string | null;
};

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
    `SELECT id, slug, shares.name AS title, visibility, networks, key, password_hash AS "passwordHash", pages.settings
     FROM pages JOIN shares USING (id) WHERE pages.case_id = $1::uuid AND slug = $2 FOR UPDATE`,
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
  const message = `can’t be added: a case has at most ${MAX_PAGES} pages, and shares at most ${MAX_SHARES} items`;
  throw invalidAttribute("slug", message);
}

/**
 * A slug is that of one page in a case, and of one published page of all cases: a hidden one must not be found by those of others.
 * Until the transaction ends, no other transaction can use this slug.
 */
async function refuseSlug(sql: Sql, caseId: string, slug: string, id: string): Promise<void> {
  await sql("SELECT FROM pg_advisory_xact_lock(hashtext('page ' || $1))", [slug]);
  const [taken] = await sql(
    "SELECT FROM pages WHERE slug = $1 AND id <> $2 AND (case_id = $3 OR visibility <> 'hidden')",
    [slug, id, caseId],
  );
  if (taken) throw invalidAttribute("slug", "is taken");
}

function refuseWithoutPassword(visibility: Visibility, hash: string | null): void {
  if (visibility === "password" && hash === null) throw invalidAttribute("password", "can't be blank");
}

/** The columns of a new password. Empty if there is none. */
async function hashPassword({ password, title = "" }: PageChanges, slug: string) {
  if (!password) return {};
  return { passwordHash: await hashNewPassword(password, [slug, title]), passwordId: randomUUID() };
}
