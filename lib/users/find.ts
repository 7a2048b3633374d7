import { db } from "@/lib/db";

/** What the rest of the program may know of a user: never the password. */
export const PERSON = { id: true, email: true, operatorSince: true } as const;

export type Person = { id: string; email: string; operatorSince: Date | null };

export const findUser = (id: string): Promise<Person | null> =>
  db.user.findUnique({ where: { id }, select: PERSON });

export const findUserByEmail = (email: string): Promise<Person | null> =>
  db.user.findUnique({ where: { email }, select: PERSON });
