import { type NamedChannel, nameOf } from "@/lib/channels/name";
import { listMarks } from "@/lib/emails/marks";
import { wasOnlyCaptured } from "@/lib/mail/capture";
import { db, query } from "@/lib/platform/db";
import type { EmailMark, SkipReason } from "@/lib/platform/generated/enums";

const MAX_LISTED = 50;

/** A fire drill with how many were told, to how many that failed, and how many have confirmed. */
export type ListedDrill = {
  id: string;
  startedAt: Date;
  startedBy: string;
  told: number;
  failed: number;
  confirmed: number;
};

/** The latest fire drills of a case, the newest first. */
export const listDrills = (caseId: string): Promise<ListedDrill[]> =>
  query<ListedDrill>(
    `SELECT d.id, d.started_at AS "startedAt", d.started_by AS "startedBy", m.*
     FROM drills d CROSS JOIN LATERAL (
       SELECT count(*)::int AS told, count(confirmed_at)::int AS confirmed,
         count(gave_up_at) FILTER (WHERE confirmed_at IS NULL)::int AS failed
       FROM (SELECT confirmed_at, gave_up_at FROM deliveries WHERE drill_id = d.id
             UNION ALL SELECT confirmed_at, gave_up_at FROM emails WHERE drill_id = d.id) AS messages) AS m
     WHERE d.case_id = $1 ORDER BY d.started_at DESC, d.id DESC LIMIT ${MAX_LISTED}`,
    [caseId],
  );

type Attempt = { outcome: string; status: number | null; response: string };

/** A message of a fire drill. */
export type ToldByDrill = {
  id: string;
  /** The name of the channel, or the address. */
  name: string;
  /** Null for an e-mail. */
  channel: { id: string; kind: string; isOff: boolean } | null;
  /** “captured”: kept in the outbox, because no mail server was set up. */
  state: "pending" | "accepted" | "captured" | "failed";
  /** Why an e-mail was not sent, if its reader does not want it. */
  skipReason: SkipReason | null;
  /** What the mail provider has reported about the address since the e-mail was sent. */
  mark: EmailMark | null;
  attempts: number;
  latest: Attempt | null;
  confirmedAt: Date | null;
};

export type FoundDrill = { id: string; startedAt: Date; startedBy: string; messages: ToldByDrill[] };

const LATEST = {
  orderBy: { id: "desc" },
  select: { outcome: true, status: true, response: true },
} as const;

const MESSAGE = { id: true, gaveUpAt: true, attempts: true, confirmedAt: true, history: LATEST } as const;

const CHANNEL = { id: true, kind: true, name: true, url: true, disabledAt: true } as const;

/** A fire drill of a case with every message: channels first, the oldest first, then addresses. Null if the case has none with this id. */
export async function findDrill(caseId: string, id: string): Promise<FoundDrill | null> {
  const drill = await db.drill.findFirst({
    where: { id, caseId },
    select: {
      id: true,
      startedAt: true,
      startedBy: true,
      deliveries: {
        orderBy: { id: "asc" },
        select: { ...MESSAGE, acceptedAt: true, channel: { select: CHANNEL } },
      },
      emails: {
        orderBy: { id: "asc" },
        select: { ...MESSAGE, sentAt: true, address: true, skipReason: true },
      },
    },
  });
  if (!drill) return null;
  const { deliveries, emails, ...rest } = drill;
  const marks = await listMarks(caseId);
  return {
    ...rest,
    messages: [
      ...deliveries.map(({ channel, acceptedAt, ...delivery }) =>
        messageOf({ ...delivery, doneAt: acceptedAt, name: nameOf(channel), channel: channelOf(channel) }),
      ),
      ...emails.map(({ address, sentAt, ...email }) => {
        const known = marks.get(address.toLowerCase());
        const mark = known && sentAt && known.markedAt >= sentAt ? known.mark : null;
        return messageOf({ ...email, doneAt: sentAt, name: address, channel: null, mark });
      }),
    ],
  };
}

const channelOf = ({ id, kind, disabledAt }: NamedChannel & { id: string; disabledAt: Date | null }) => ({
  id,
  kind,
  isOff: disabledAt !== null,
});

type MessageRow = {
  id: string;
  name: string;
  channel: ToldByDrill["channel"];
  doneAt: Date | null;
  gaveUpAt: Date | null;
  attempts: number;
  confirmedAt: Date | null;
  skipReason?: SkipReason | null;
  mark?: EmailMark | null;
  history: Attempt[];
};

const messageOf = ({
  doneAt,
  gaveUpAt,
  skipReason = null,
  mark = null,
  history,
  ...row
}: MessageRow): ToldByDrill => {
  const isCaptured = row.channel === null && wasOnlyCaptured(history);
  const done = isCaptured ? "captured" : "accepted";
  return {
    ...row,
    skipReason,
    mark,
    latest: history[0] ?? null,
    state: doneAt ? done : gaveUpAt ? "failed" : "pending",
  };
};
