import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { after } from "next/server";
import { cache } from "react";
import type { Actor } from "@/lib/audit/record";
import { findLockedCase, findMembership } from "@/lib/cases/members";
import { recordRefusedAccess } from "@/lib/cases/refused-access";
import { may, type Right } from "@/lib/cases/roles";
import { readClientAddress } from "@/lib/http/peer-address";
import { takeTurnOfAccount } from "@/lib/http/request-turn";
import type { Person } from "@/lib/people/users/find";
import { findSignedIn, type Session, type SignedIn } from "@/lib/people/users/sessions";
import { env } from "@/lib/platform/env";
import { isUuid } from "@/lib/rules/uuid";
import { isStillSignedInAtIssuer } from "./ask-issuer";
import { currentProxyPerson } from "./proxy-person";
import { safeRedirect } from "./safe-redirect";
import { readSession } from "./session-cookie";

/** The session in the browser's signed cookie. It may have been ended since: only `currentUser` asks the database. */
export const currentSession = cache(
  async (): Promise<Session | null> =>
    readSession((await cookies()).toString(), (await currentProxyPerson())?.identity ?? null),
);

/** The signed-in user. Null without a valid session. */
export const currentUser = cache(async (): Promise<SignedIn | null> => {
  const session = await currentSession();
  const user = session && (await findSignedIn(session, new Date()));
  if (user) await takeTurnOfAccount(user.id);
  return user && (await isStillSignedInAtIssuer(user, session.id)) ? user : null;
});

/** Where a person sets up the second factor that is required of them. */
export const SECURITY_PAGE = "/account/security";

/**
 * The signed-in user. Without one it redirects to the sign-in page, which returns to `path` afterwards; without a second factor that is
 * required of everyone, to the page where it is set up.
 */
export async function signedInUser(path: string): Promise<SignedIn> {
  const user = (await currentUser()) ?? redirect(`/sign-in?to=${encodeURIComponent(path)}`);
  if (isLockedOut(user) && !path.startsWith(SECURITY_PAGE)) redirect(SECURITY_PAGE);
  return user;
}

/** Where a person confirms who they are, and comes back to `path`. */
export const confirmPath = (path: string): string => `/confirm?to=${encodeURIComponent(path)}`;

/** Whether the operator requires a second factor that this person does not have: they may see nothing but how to set it up. */
export const isLockedOut = ({ secondFactorSince, isAtProxy }: SignedIn): boolean =>
  env.REQUIRE_SECOND_FACTOR && secondFactorSince === null && !isAtProxy;

/** The case, if all that the user lacks to see it is a second factor. */
const lockedCaseOf = cache(findLockedCase);

const membershipOf = cache(async (caseId: string) => {
  const user = await currentUser();
  if (!user || !isUuid(caseId)) return null;
  const membership = await findMembership(caseId, user);
  if (membership) return { ...membership, user };
  if (await lockedCaseOf(caseId, user)) return null;
  const by = await currentActor(user);
  after(() => recordRefusedAccess(caseId, by, new Date()));
  return null;
});

/**
 * The case, with the signed-in user and their role in it. Every page and action of a case must call this first. A case
 * that does not exist, a case of others and a page that the role has no right to are the same 404. A member who lacks a second factor that
 * the case requires is led to set it up. `subpath` is the part
 * of the path after the case id, to return to after signing in.
 */
export const currentCase = (caseId: string, subpath = "", right: Right = "see") =>
  openCase(caseId, `/${caseId}${subpath}`, right);

/** The same for an action: without a session, signing in leads back to the page of the form. */
export const caseOfAction = async (caseId: string) => openCase(caseId, await pageOfForm(`/${caseId}`), "see");

async function openCase(caseId: string, path: string, right: Right) {
  const [user, membership] = await Promise.all([signedInUser(path), membershipOf(caseId)]);
  if (!membership && isUuid(caseId) && (await lockedCaseOf(caseId, user)))
    redirect(`${SECURITY_PAGE}?case=${caseId}`);
  return membership && may(membership.role, right) ? membership : notFound();
}

/** The page whose form was sent, or whose link was followed, if the browser says so; otherwise `path`. */
export async function pageOfForm(path: string): Promise<string> {
  const page = (await headers()).get("referer");
  const { origin, pathname, search } = new URL(page && URL.canParse(page) ? page : "about:blank");
  return origin === new URL(env.APP_URL).origin ? safeRedirect(`${pathname}${search}`) : path;
}

/** The signed-in user as an actor for the audit log. */
export async function currentActor({ id, email }: Pick<Person, "id" | "email">): Promise<Actor> {
  return { kind: "user", id, name: email, address: readClientAddress(await headers()) };
}

/** `currentCase` for layouts and data routes: null where a page would redirect or respond with 404. */
export const currentMembership = (caseId: string) => membershipOf(caseId);

/** The signed-in user if they are the operator of this installation. For everyone else the page is a 404. */
export async function currentOperator(): Promise<Person> {
  const user = await currentUser();
  if (!user?.operatorSince) notFound();
  if (isLockedOut(user)) redirect(SECURITY_PAGE);
  return user;
}
