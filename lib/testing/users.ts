import { afterEach } from "vitest";
import { db } from "@/lib/platform/db";
import { createUser } from "@/lib/users/create";

export const ADA = { email: "ada@example.com", password: "correct horse" };

/** A person on this machine, who may create the first account without a code. */
export const LOCAL_CLIENT = { address: "127.0.0.1", isLoopback: true };

/** Creates Ada's account. */
export const ada = () => createUser(ADA);

/** Deletes all users, cases, links and e-mails after each test of this file, so that every test may create Ada. */
export function deletePeopleAfterEachTest(): void {
  afterEach(async () => {
    await db.user.deleteMany();
    await db.case.deleteMany();
    await db.emailLink.deleteMany();
    await db.email.deleteMany();
  });
}
