import { randomBytes } from "node:crypto";
import type { Actor } from "@/lib/audit/actor";
import { newSigningSecret } from "@/lib/channels/signing-secret";
import { db } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import type { Prisma } from "@/lib/platform/generated/client";

/** Whoever does things in tests where it does not matter who. */
export const ACTOR: Actor = { kind: "user", id: null, name: "somebody@example.com", address: "" };

const unique = () => randomBytes(8).toString("hex");

/** A case of its own; nobody belongs to it yet. */
export const aCase = (given: Partial<Prisma.CaseUncheckedCreateInput> = {}) =>
  db.case.create({ data: { name: "Acme", ...given } });

/** A person who belongs to a case. */
export async function aMember(given: {
  caseId: string;
  email?: string;
  role?: "owner" | "admin" | "member" | "viewer";
}) {
  const { caseId, email = `${unique()}@example.com`, role = "owner" } = given;
  const user = await db.user.create({ data: { email } });
  await db.member.create({ data: { caseId, userId: user.id, role } });
  return user;
}

const SINCE = new Date("2026-01-01T00:00Z");

/** A snitch, in a case of its own unless one is given. States that need more columns get them. */
export async function aSnitch(given: Partial<Prisma.SnitchUncheckedCreateInput> = {}) {
  const caseId = given.caseId ?? (await aCase()).id;
  const { status = "pending" } = given;
  const watched = status !== "pending" && status !== "paused";
  return db.snitch.create({
    data: {
      token: unique(),
      name: "Nightly backup",
      interval: "daily",
      createdAt: SINCE,
      ...(watched && { deadline: new Date("2026-03-11T00:00Z"), checkedInAt: SINCE }),
      ...(status === "paused" && {
        pausedAt: SINCE,
        pauseUntil: "healthy",
        statusBeforePause: "healthy",
        checkedInAt: SINCE,
      }),
      ...given,
      caseId,
    },
  });
}

/** A webhook of a case. Its secret and URL are stored encrypted and returned in clear text. */
export async function aWebhook(given: { caseId: string; url: string }) {
  const secret = newSigningSecret();
  const row = await db.webhook.create({
    data: { caseId: given.caseId, url: encrypt(given.url), secret: encrypt(secret) },
  });
  return { ...row, url: given.url, secret };
}
