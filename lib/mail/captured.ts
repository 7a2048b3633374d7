import { db } from "@/lib/db";

const MAILS_SHOWN = 100;

/** The latest captured e-mails, newest first, without their HTML. */
export const listCaptured = () =>
  db.capturedMail.findMany({
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: MAILS_SHOWN,
    select: { id: true, at: true, to: true, subject: true },
  });

export const findCaptured = (id: string) => db.capturedMail.findUnique({ where: { id } });
