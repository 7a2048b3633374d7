import { afterEach } from "vitest";
import { createUser } from "@/lib/people/users/create";
import { findOrCreateSetUpCode } from "@/lib/people/users/set-up-code";
import { db, transaction } from "@/lib/platform/db";

export const ADA = { email: "ada@example.com", password: "correct horse" };

/** The code with which the first account is created; empty if there is one. */
export const readCode = async () => (await transaction(findOrCreateSetUpCode)) ?? "";

/** Creates Ada's account. */
export const ada = () => createUser(ADA);

/** Deletes all users, cases, links and emails after each test of this file, so that every test may create Ada. */
export function deletePeopleAfterEachTest(): void {
  afterEach(async () => {
    await db.user.deleteMany();
    await db.case.deleteMany();
    await db.emailLink.deleteMany();
    await db.email.deleteMany();
  });
}
