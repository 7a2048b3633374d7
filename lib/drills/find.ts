import { formatChannelName, formatServiceName, type NamedChannel } from "@/lib/channels/name";
import { listAddressMarks } from "@/lib/emails/address-marks";
import { wasOnlyCaptured } from "@/lib/mail/capture";
import { db } from "@/lib/platform/db";
import type { EmailMark, SkipReason } from "@/lib/platform/generated/enums";

type Attempt = { outcome: string; status: number | null; response: string };

/** A message of a fire drill. */
export type DrillRecipient = {
  id: string;
  /** The name of the channel, or the address. */
  name: string;
  /** Null for an email. The id is null if the channel was removed. */
  channel: { id: string | null; kind: string; isOff: boolean } | null;
  /** “captured”: kept in the outbox, because no mail server was set up. */
  state: "pending" | "accepted" | "captured" | "failed";
  /** Why an email was not sent, if its reader does not want it. */
  skipReason: SkipReason | null;
  /** What the mail provider has reported about the address since the email was sent. */
  mark: EmailMark | null;
  attempts: number;
  latest: Attempt | null;
  confirmedAt: Date | null;
  /** The address of the member who confirmed it while signed in. Null if no one knows. */
  confirmedBy: string | null;
};

export type FoundDrill = { id: string; startedAt: Date; startedBy: string; messages: DrillRecipient[] };

const LATEST = {
  orderBy: { id: "desc" },
  select: { outcome: true, status: true, response: true },
} as const;

const RESULT = { id: true, gaveUpAt: true, confirmedAt: true, confirmedBy: true } as const;

const MESSAGE = { ...RESULT, attempts: true, history: LATEST } as const;

const CHANNEL = { id: true, kind: true, name: true, url: true, disabledAt: true } as const;

/**
 * A fire drill of a case with every message: channels first, the oldest first, then addresses, then channels that were removed
 * since. Null if the case has none with this id.
 */
export async function findDrill(caseId: string, id: string): Promise<FoundDrill | null> {
  const drill = await db.drill.findFirst({
    where: { id, caseId },
    select: {
      id: true,
      startedAt: true,
      startedBy: true,
      deliveries: {
        where: { event: "drill" },
        orderBy: { id: "asc" },
        select: { ...MESSAGE, acceptedAt: true, channel: { select: CHANNEL } },
      },
      emails: {
        orderBy: { id: "asc" },
        select: { ...MESSAGE, sentAt: true, address: true, skipReason: true },
      },
      removed: { orderBy: { id: "asc" }, select: { ...RESULT, acceptedAt: true, kind: true, name: true } },
    },
  });
  if (!drill) return null;
  const { deliveries, emails, removed, ...rest } = drill;
  const marks = await listAddressMarks(caseId);
  return {
    ...rest,
    messages: [
      ...deliveries.map(({ channel, acceptedAt, ...delivery }) =>
        buildMessage({
          ...delivery,
          doneAt: acceptedAt,
          name: formatChannelName(channel),
          channel: toChannel(channel),
        }),
      ),
      ...emails.map(({ address, sentAt, ...email }) => {
        const markOfAddress = marks.get(address.toLowerCase());
        const mark = markOfAddress && sentAt && markOfAddress.markedAt >= sentAt ? markOfAddress.mark : null;
        return buildMessage({ ...email, doneAt: sentAt, name: address, channel: null, mark });
      }),
      ...removed.map(({ kind, name, acceptedAt, ...message }) =>
        buildMessage({
          ...message,
          doneAt: acceptedAt,
          name: name || formatServiceName(kind),
          channel: { id: null, kind, isOff: false },
          attempts: 0,
          history: [],
        }),
      ),
    ],
  };
}

const toChannel = ({ id, kind, disabledAt }: NamedChannel & { id: string; disabledAt: Date | null }) => ({
  id,
  kind,
  isOff: disabledAt !== null,
});

type MessageRow = Omit<DrillRecipient, "state" | "latest" | "skipReason" | "mark"> &
  Partial<Pick<DrillRecipient, "skipReason" | "mark">> & {
    doneAt: Date | null;
    gaveUpAt: Date | null;
    history: Attempt[];
  };

const buildMessage = ({
  doneAt,
  gaveUpAt,
  skipReason = null,
  mark = null,
  history,
  ...row
}: MessageRow): DrillRecipient => {
  const isCaptured = row.channel === null && wasOnlyCaptured(history);
  const outcome = isCaptured ? "captured" : "accepted";
  return {
    ...row,
    skipReason,
    mark,
    latest: history[0] ?? null,
    state: doneAt ? outcome : gaveUpAt ? "failed" : "pending",
  };
};
