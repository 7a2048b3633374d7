import { randomBytes } from "node:crypto";
import type { Actor } from "@/lib/audit/record";
import { newSigningSecret } from "@/lib/channel-kinds/signing-secret";
import { db } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import type { Prisma } from "@/lib/platform/generated/client";

/** An actor for tests in which it does not matter who makes a change. */
export const ACTOR: Actor = { kind: "user", id: null, name: "somebody@example.com", address: "" };

/** What a check-in says whose request says nothing. */
export const PLAIN_CHECK_IN = { exitStatus: "", message: "", method: "GET", address: "", userAgent: "" };

const unique = () => randomBytes(8).toString("hex");

/** A new case without members. */
export const aCase = (given: Partial<Prisma.CaseUncheckedCreateInput> = {}) =>
  db.case.create({ data: { name: "Acme", ...given } });

/** A new user who is a member of the case. */
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

const CREATED_AT = new Date("2026-01-01T00:00Z");

type SnitchColumns = Partial<Prisma.SnitchCreateManyInput>;

/** A new snitch, in a new case unless one is given. Columns that its status requires have values. */
export async function aSnitch(given: SnitchColumns = {}) {
  const caseId = given.caseId ?? (await aCase()).id;
  return db.snitch.create({ data: snitchColumns({ ...given, caseId }) });
}

/** As many new snitches, in one statement. */
export const manySnitches = (count: number, given: SnitchColumns & { caseId: string }) =>
  db.snitch.createManyAndReturn({ data: Array.from({ length: count }, () => snitchColumns(given)) });

function snitchColumns(given: SnitchColumns & { caseId: string }): Prisma.SnitchCreateManyInput {
  const { status = "pending" } = given;
  const isMonitored = status !== "pending" && status !== "paused";
  return {
    token: unique(),
    name: "Nightly backup",
    interval: "daily",
    createdAt: CREATED_AT,
    ...(isMonitored && { deadline: new Date("2026-03-11T00:00Z"), checkedInAt: CREATED_AT }),
    ...(status === "paused" && {
      pausedAt: CREATED_AT,
      pauseUntil: "healthy",
      statusBeforePause: "healthy",
      checkedInAt: CREATED_AT,
    }),
    ...given,
  };
}

/** A run that succeeded, and was the latest of its snitch. */
export async function aRun(given: Partial<Prisma.RunUncheckedCreateInput> & { snitchId: string; at: Date }) {
  const run = await db.run.create({ data: { outcome: "succeeded", ...given } });
  await db.snitch.update({ where: { id: run.snitchId }, data: { lastRunAt: run.at, lastRunId: run.id } });
  return run;
}

/** A new webhook. Its secret and URL are stored encrypted and returned in clear text. */
export async function aWebhook(given: { caseId: string; url: string }) {
  const secret = newSigningSecret();
  const row = await db.channel.create({
    data: { caseId: given.caseId, url: encrypt(given.url), secret: encrypt(secret) },
  });
  return { ...row, url: given.url, secret };
}

/** A new recipient outside the case, who has neither confirmed nor left unless a time is given. */
export const aRecipient = (given: Prisma.RecipientUncheckedCreateInput) =>
  db.recipient.create({ data: given });

/** Marks an address that emails do not reach. */
export const aMark = (given: { caseId: string; address: string; mark?: "bounced" | "complained" }) =>
  db.addressMark.create({ data: { mark: "bounced", markedAt: CREATED_AT, ...given } });

const OPENED_AT = new Date("2026-03-10T00:00Z");

/** A new incident of a snitch, by default open, with people notified. */
export const anIncident = ({
  snitch,
  ...given
}: Partial<Prisma.IncidentUncheckedCreateInput> & { snitch: { id: string; caseId: string } }) =>
  db.incident.create({
    data: {
      cause: "missed",
      severity: "critical",
      openedAt: OPENED_AT,
      notifiedAt: OPENED_AT,
      badCount: 1,
      ...given,
      snitchId: snitch.id,
      caseId: snitch.caseId,
    },
  });
