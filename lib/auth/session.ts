import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { getServerSession } from "next-auth";
import { cache } from "react";
import type { Actor } from "@/lib/audit/actor";
import { findMembership } from "@/lib/cases/members";
import { may, type Right } from "@/lib/cases/roles";
import { addressOf } from "@/lib/http/peer-address";
import type { Person } from "@/lib/users/find";
import { findSignedIn } from "@/lib/users/sessions";
import { authOptions } from "./options";

/** What the browser says of who it is; whether that still stands only the database knows. */
export const currentSession = cache(async () => {
  const { userId, sessionKey } = (await getServerSession(authOptions)) ?? {};
  return userId && sessionKey ? { userId, sessionKey } : null;
});

/** Who is here; null when nobody has signed in, or their sessions were ended, or their account is gone. */
export const currentUser = cache(async (): Promise<Person | null> => {
  const session = await currentSession();
  return session && findSignedIn(session.userId, session.sessionKey);
});

/** Who is here, or off to sign in and back to `here` afterwards. */
export async function signedInUser(here: string): Promise<Person> {
  return (await currentUser()) ?? redirect(`/sign-in?to=${encodeURIComponent(here)}`);
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Postgres refuses to compare a uuid with anything else. */
export const isUuid = (given: unknown): given is string => typeof given === "string" && UUID.test(given);

const membershipOf = cache(async (caseId: string) => {
  const user = await currentUser();
  const membership = user && isUuid(caseId) ? await findMembership(caseId, user.id) : null;
  return user && membership && { ...membership, user };
});

/**
 * The case, and the place in it of who is here. Every page and action of a case begins with this: another's case and
 * no case are the same 404, and so is a page that their role has no right to. `here` is the rest of the path, to come
 * back to after signing in.
 */
export async function currentCase(caseId: string, here = "", right: Right = "see") {
  await signedInUser(`/${caseId}${here}`);
  const place = await membershipOf(caseId);
  return place && may(place.role, right) ? place : notFound();
}

/** Who is here, as the audit log knows them. */
export async function actorHere({ id, email }: Pick<Person, "id" | "email">): Promise<Actor> {
  return { kind: "user", id, name: email, address: addressOf(await headers()) };
}

/** For what surrounds a page: null where the page itself sends people away. */
export const surroundingCase = (caseId: string) => membershipOf(caseId);

/** Who runs this installation. To everybody else, what only they may see does not exist. */
export async function currentOperator(): Promise<Person> {
  const user = await currentUser();
  if (!user?.operatorSince) notFound();
  return user;
}
