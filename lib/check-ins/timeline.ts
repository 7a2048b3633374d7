import { db } from "@/lib/db";
import type { AlertKind } from "@/lib/db/generated/enums";
import { maskTarget } from "@/lib/webhooks/target";
import { isHealthy } from "./report";

/** Who was told, and what came of it. `settledAt` is null while we still try. */
export type Told = {
  id: string;
  to: string;
  how: "mail" | "webhook";
  outcome: "sent" | "owed" | "gave_up";
  attempts: number;
  /** The latest attempt, if there was one. */
  latest: { status: number | null; latencyMs: number; outcome: string } | null;
};

export type Entry =
  | {
      kind: "check_in";
      id: string;
      at: Date;
      isHealthy: boolean;
      exitStatus: string;
      message: string;
      from: string;
    }
  | { kind: "alert"; id: string; at: Date; alert: AlertKind; told: Told[] };

const ATTEMPT = {
  orderBy: { id: "desc" },
  take: 1,
  select: { status: true, latencyMs: true, outcome: true },
} as const;

/** The latest that happened to a snitch, newest first: check-ins, and alerts with everybody who was told. */
export async function latestEntries(snitchId: string, most: number): Promise<Entry[]> {
  const [checkIns, alerts] = await Promise.all([
    db.checkIn.findMany({
      where: { snitchId, accepted: true },
      orderBy: [{ at: "desc" }, { id: "desc" }],
      take: most,
    }),
    db.alert.findMany({
      where: { snitchId },
      orderBy: [{ at: "desc" }, { id: "desc" }],
      take: most,
      select: {
        id: true,
        at: true,
        kind: true,
        notices: { orderBy: { id: "asc" }, include: { history: ATTEMPT } },
        deliveries: {
          orderBy: { id: "asc" },
          include: { history: ATTEMPT, webhook: { select: { url: true } } },
        },
      },
    }),
  ]);

  const entries: Entry[] = [
    ...checkIns.map((checkIn) => ({
      kind: "check_in" as const,
      id: checkIn.id,
      at: checkIn.at,
      isHealthy: isHealthy(checkIn),
      exitStatus: checkIn.exitStatus,
      message: checkIn.message,
      from: [checkIn.method, checkIn.address, checkIn.userAgent].filter(Boolean).join(" · "),
    })),
    ...alerts.map(({ id, at, kind, notices, deliveries }) => ({
      kind: "alert" as const,
      id,
      at,
      alert: kind,
      told: [
        ...notices.map(({ address, sentAt, ...notice }) =>
          told("mail", address, { ...notice, doneAt: sentAt }),
        ),
        ...deliveries.map(({ webhook, acceptedAt, ...delivery }) =>
          told("webhook", maskTarget(webhook.url), { ...delivery, doneAt: acceptedAt }),
        ),
      ],
    })),
  ];
  // An alert stands above the check-in that caused it.
  const order = { check_in: 1, alert: 0 };
  return entries
    .sort((one, other) => other.at.getTime() - one.at.getTime() || order[one.kind] - order[other.kind])
    .slice(0, most);
}

type Sending = {
  id: string;
  doneAt: Date | null;
  gaveUpAt: Date | null;
  attempts: number;
  history: Told["latest"][];
};

const told = (how: Told["how"], to: string, { id, doneAt, gaveUpAt, attempts, history }: Sending): Told => ({
  id,
  to,
  how,
  outcome: doneAt ? "sent" : gaveUpAt ? "gave_up" : "owed",
  attempts,
  latest: history[0] ?? null,
});
