import { db } from "@/lib/platform/db";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { isUuidInAnyCase } from "@/lib/rules/uuid";
import { buildBadgeKey, idsOfBadge, isSignedBadge, signBadge } from "./badge-key";
import { type BadgeStatus, badgeSvg } from "./badge-svg";
import { type CheckStatus, computeStatus } from "./check";
import { errorJson, errorResponse } from "./error-response";
import { type CallScope, type FoundCheck, listFound } from "./find-checks";
import { toSettings } from "./settings";
import { withCors } from "./with-cors";

/** The label of the badge of all checks. */
const ALL_LABEL = "Tattle";

/** The label of the badge of a check without a name. Its UUID would show anyone where to send pings. */
const NO_NAME = "unnamed";

/** Ends the signature of a badge without “late”. */
const TWO_STATES = "-2";

const FORMATS = ["svg", "json", "shields"] as const;
type Format = (typeof FORMATS)[number];

/** The addresses of the badges of a case, by tag; “*” is all checks. A narrowed key learns those of its own tags. */
export async function listBadges(
  { caseId, scope }: CallScope,
  appUrl: string,
): Promise<Record<string, object>> {
  const rows = await db.snitch.findMany({ where: { caseId }, select: { tags: true } });
  const tags = [...new Set(rows.flatMap((row) => row.tags))].sort();
  const names = scope ? tags.filter((tag) => scope.tags.includes(tag)) : ["*", ...tags];
  return Object.fromEntries(names.map((tag) => [tag, buildAddresses(caseId, tag, appUrl)]));
}

function buildAddresses(caseId: string, tag: string, appUrl: string) {
  const key = buildBadgeKey(caseId);
  const signature = signBadge(key, tag);
  const name = tag === "*" ? "" : `/${encodeURIComponent(tag)}`;
  const both = (format: Format, suffix = "") => ({
    [`${format}${suffix}`]: `${appUrl}/badge/${key}/${signature}${suffix ? "" : TWO_STATES}${name}.${format}`,
  });
  return Object.assign({}, ...FORMATS.flatMap((format) => [both(format), both(format, "3")]));
}

const OF_TAG = /^\/badge\/([\da-f-]{36})\/([\w-]{8}?)(-2)?(?:\/(.+))?\.(svg|json|shields)$/i;
const OF_CHECK = /^\/b\/([23])\/([\da-f-]{36})\.(svg|json|shields)$/i;

/** Responds to requests below `/badge` and `/b`. They need no key: anyone with a badge's address may see it. */
export async function serveBadge(request: Request, now: Date): Promise<Response> {
  return withCors(request, ["GET"], async () => {
    const { pathname } = new URL(request.url);
    const badge = findBadge(pathname, now).catch(errorResponse);
    return (await badge) ?? errorJson(404, "not found");
  });
}

const findBadge = async (pathname: string, now: Date) =>
  (await badgeOfCase(pathname, now)) ?? (await badgeOfCheck(pathname, now));

async function badgeOfCase(pathname: string, now: Date): Promise<Response | null> {
  const [, key = "", signature = "", twoStates, name, format] = OF_TAG.exec(pathname) ?? [];
  const tag = name === undefined ? "*" : decoded(name);
  if (!isUuidInAnyCase(key) || tag === null || !isSignedBadge(key.toLowerCase(), tag, signature)) return null;
  const tagged = tag === "*" ? {} : { tags: { has: tag } };
  const snitches = (
    await Promise.all(idsOfBadge(key).map((id) => listFound({ caseId: id, scope: null }, tagged)))
  ).flat();
  return badge(tag === "*" ? ALL_LABEL : tag, snitches, {
    hasLate: !twoStates,
    format: format as Format,
    now,
  });
}

async function badgeOfCheck(pathname: string, now: Date): Promise<Response | null> {
  const [, states, key = "", format] = OF_CHECK.exec(pathname) ?? [];
  if (!isUuidInAnyCase(key)) return null;
  const [snitch] = (await Promise.all(idsOfBadge(key).map(listFoundById))).flat();
  if (!snitch) return null;
  const label = toSettings(snitch).name || NO_NAME;
  return badge(label, [snitch], { hasLate: states === "3", format: format as Format, now });
}

async function listFoundById(id: string): Promise<FoundCheck[]> {
  const row = await db.snitch.findUnique({ where: { id }, select: { caseId: true } });
  return row ? listFound({ caseId: row.caseId, scope: null }, { id }) : [];
}

function decoded(text: string): string | null {
  try {
    const name = decodeURIComponent(text);
    return isPostgresText(name) ? name : null;
  } catch {
    return null;
  }
}

const SHIELDS_COLORS: Record<BadgeStatus, string> = { up: "success", late: "important", down: "critical" };

type Options = { hasLate: boolean; format: Format; now: Date };

function badge(label: string, snitches: FoundCheck[], { hasLate, format, now }: Options): Response {
  const statuses = snitches.map((snitch) => computeStatus(snitch, now));
  const count = (status: CheckStatus) => statuses.filter((each) => each === status).length;
  const [grace, down] = [count("grace"), count("down")];
  const status: BadgeStatus = down > 0 ? "down" : grace > 0 && hasLate ? "late" : "up";
  const headers = { "Cache-Control": "no-cache, no-store, must-revalidate, max-age=0" };
  if (format === "json") return Response.json({ status, total: statuses.length, grace, down }, { headers });
  if (format === "shields") {
    const body = { schemaVersion: 1, label, message: status, color: SHIELDS_COLORS[status] };
    return Response.json(body, { headers });
  }
  return new Response(badgeSvg(label, status), { headers: { ...headers, "Content-Type": "image/svg+xml" } });
}
