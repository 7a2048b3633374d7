import { db } from "@/lib/platform/db";

/** The fields of a user that may leave this folder: never the password hash. */
export const PERSON_FIELDS = { id: true, email: true, operatorSince: true, emailVerifiedAt: true } as const;

export type Person = {
  id: string;
  email: string;
  operatorSince: Date | null;
  emailVerifiedAt: Date | null;
};

export const findUserByEmail = (email: string): Promise<Person | null> =>
  db.user.findUnique({ where: { email }, select: PERSON_FIELDS });
