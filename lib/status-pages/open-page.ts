import { createHash, timingSafeEqual } from "node:crypto";
import ipaddr from "ipaddr.js";
import { isTrusted } from "@/lib/http/client-address";
import { readClientAddress } from "@/lib/http/peer-address";
import { decrypt } from "@/lib/platform/encrypt";
import { readSignedPair } from "@/lib/platform/signed-id";
import { findAccess, type PageAccess, readView } from "./directory";
import { renderPasswordForm } from "./html/render-password-form";
import { isSharedPage } from "./shared-page";
import { type Entity, once } from "./view/once";
import type { PublicPage } from "./view/public-page";

/** A page that this reader may see. `isShared`: everyone may, so that caches may store it. */
export type OpenPage = { view: PublicPage; isShared: boolean };

/** A cookie is signed for this purpose, its page and password. */
export const COOKIE_PURPOSE = "status page";
export const cookieName = (slug: string) => `tattle-page-${slug}`;

const PRIVATE = { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" };

/** One response for a page that is not there, is hidden, or is not for this reader. */
export const noPage = () => plain("There is no such page.", 404);

export const plain = (text: string, status: number, headers: Record<string, string> = {}) =>
  new Response(`${text}\n`, {
    status,
    headers: { ...PRIVATE, "Content-Type": "text/plain; charset=utf-8", ...headers },
  });

/**
 * The page of this name, if the reader may see it; else the response that says no. Every path below /status begins with it. `asksFor`
 * the password is only the page itself: the rest of a page with a password is not there.
 */
export async function openPage(
  request: Request,
  slug: string,
  now: Date,
  { asksForPassword = false } = {},
): Promise<OpenPage | Response> {
  const access = await findReachable(request, slug, now);
  if (!access) return noPage();
  if (access.visibility === "link" && !hasKey(request, access)) return noPage();
  if (access.visibility === "password" && !hasCookie(request, access, now))
    return asksForPassword ? respondHtml(renderPasswordForm({ slug, problem: null }), 401) : noPage();
  const view = await readView(access, now);
  return view ? { view, isShared: isSharedPage(access) } : noPage();
}

/** The page of this name, unless no one sees it from the network of the client. */
export async function findReachable(request: Request, slug: string, now: Date): Promise<PageAccess | null> {
  const access = await findAccess(slug, now);
  if (!access) return null;
  const ranges = access.networks.map((network) => ipaddr.parseCIDR(network));
  return ranges.length === 0 || isTrusted(readClientAddress(request.headers), ranges) ? access : null;
}

function hasKey(request: Request, { key }: PageAccess): boolean {
  const sent = new URL(request.url).searchParams.get("key") ?? "";
  try {
    return key !== null && timingSafeEqual(digest(sent), digest(decrypt(key)));
  } catch {
    // Sealed with a discarded AUTH_SECRET. Any response but that of no page would reveal the page.
    return false;
  }
}

const digest = (text: string) => createHash("sha256").update(text).digest();

function hasCookie(request: Request, { id, slug, passwordId }: PageAccess, now: Date): boolean {
  const prefix = `${cookieName(slug)}=`;
  const cookies = request.headers.get("cookie")?.split(/;\s*/) ?? [];
  const token = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length) ?? "";
  const pair = readSignedPair(token, COOKIE_PURPOSE, now);
  return pair !== null && pair[0] === id && pair[1] === passwordId;
}

/** A page that no cache stores. */
export const respondHtml = (body: string, status: number, headers: Record<string, string> = {}) =>
  new Response(body, {
    status,
    headers: { ...PRIVATE, "Content-Type": "text/html; charset=utf-8", ...headers },
  });

/** What a reader is sent of an open page. `isForPrograms`: those in the pages of others may read what everyone may read of it. */
export type Served = { type: string; entity: Entity; isForPrograms?: boolean };

/** JSON for programs, made once of a view under this name. */
export const serveJson = (view: PublicPage, name: string, present: () => object): Served => ({
  type: "application/json; charset=utf-8",
  entity: once(view, name, () => JSON.stringify(present())),
  isForPrograms: true,
});

const SHARED = { "Cache-Control": "public, max-age=30" };

/** A response about an open page: 304 if the client has it already. Caches store only what everyone may see. */
export function respond(request: Request, { isShared }: OpenPage, served: Served | null): Response {
  if (!served) return noPage();
  const { body, etag } = served.entity;
  const headers = {
    ...(isShared ? SHARED : PRIVATE),
    ...(isShared && served.isForPrograms && { "Access-Control-Allow-Origin": "*" }),
    ETag: etag,
  };
  const etags = request.headers.get("if-none-match")?.split(/,\s*/) ?? [];
  if (etags.some((tag) => tag.replace(/^W\//, "") === etag))
    return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, "Content-Type": served.type } });
}
