import clsx from "clsx";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Live } from "@/components/live";
import { RelativeTime } from "@/components/relative-time";
import { Time } from "@/components/time";
import { Check, Mail, Send } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { currentCase, isUuid } from "@/lib/auth/session";
import { channelPath } from "@/lib/channels/path";
import { findDrill, type ToldByDrill } from "@/lib/drills/find";
import { BackLink } from "../../webhooks/back-link";
import { Outcome } from "../outcome";

type DrillPageProps = { params: Promise<{ caseId: string; drillId: string }> };

/** How often to look until each message was attempted. */
const REFRESH_SECONDS = 2;

async function loadDrill(params: DrillPageProps["params"]) {
  const { caseId, drillId } = await params;
  const { theCase } = await currentCase(caseId, `/drills/${drillId}`);
  const drill = isUuid(drillId) ? await findDrill(theCase.id, drillId) : null;
  if (!drill) notFound();
  return { theCase, drill };
}

export async function generateMetadata({ params }: DrillPageProps): Promise<Metadata> {
  const { theCase } = await loadDrill(params);
  return { title: `Fire drill · ${theCase.name}` };
}

export default async function DrillPage({ params }: DrillPageProps) {
  const { theCase, drill } = await loadDrill(params);
  const { startedAt, startedBy, messages } = drill;
  const now = new Date();
  const isUnderWay = messages.some(({ state, latest }) => state === "pending" && !latest);
  return (
    <>
      <BackLink href={`/${theCase.id}/drills`}>Fire drills</BackLink>
      <div className="grid gap-1.5 pb-6">
        <h1 className="text-xl font-semibold tracking-tight">Fire drill</h1>
        <p className="wrap-anywhere text-ink-quiet">
          Started by {startedBy} on <Time at={startedAt} />. Its links work for 30 days.
        </p>
        <p role="status" className="font-medium">
          {confirmedInWords(messages)}
        </p>
      </div>
      <Table label="Who was told" stacks>
        <Head columns={["To", "Outcome", "Confirmed"]} />
        <tbody>
          {messages.map((message) => (
            <MessageRow key={message.id} caseId={theCase.id} message={message} now={now} />
          ))}
        </tbody>
      </Table>
      <Live caseId={theCase.id} everySeconds={isUnderWay ? REFRESH_SECONDS : undefined} />
    </>
  );
}

function confirmedInWords(messages: ToldByDrill[]): string {
  const confirmed = messages.filter(({ confirmedAt }) => confirmedAt).length;
  if (messages.length === 0) return "Its channels were removed.";
  if (confirmed === messages.length) return "All messages were confirmed.";
  return `${confirmed.toLocaleString("en")} of ${messages.length.toLocaleString("en")} messages confirmed`;
}

type MessageRowProps = { caseId: string; message: ToldByDrill; now: Date };

function MessageRow({ caseId, message, now }: MessageRowProps) {
  const { channel, name, confirmedAt } = message;
  const Icon = channel ? Send : Mail;
  return (
    <Row>
      <Cell className="min-w-44 max-sm:basis-full">
        <span className="inline-flex items-baseline gap-2">
          <Icon aria-hidden className="size-3.5 shrink-0 translate-y-0.5 text-ink-quiet" />
          {channel ? (
            <Link
              href={channelPath(caseId, channel)}
              className="py-1 font-medium wrap-anywhere hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <span className="font-medium wrap-anywhere">
              <bdi>{name}</bdi>
            </span>
          )}
        </span>
      </Cell>
      <Cell className="min-w-40 max-sm:basis-full">
        {channel ? (
          <Link
            href={`${channelPath(caseId, channel)}/deliveries/${message.id}`}
            className="inline-block py-1 hover:underline"
          >
            <Outcome message={message} />
          </Link>
        ) : (
          <Outcome message={message} />
        )}
      </Cell>
      <Cell className={clsx("min-w-36", confirmedAt ? "text-healthy" : "text-ink-quiet")}>
        {confirmedAt ? (
          <span className="inline-flex items-baseline gap-1.5">
            <Check aria-hidden className="size-3.5 shrink-0 translate-y-0.5" />
            <span>
              Confirmed <RelativeTime at={confirmedAt} now={now} />
            </span>
          </span>
        ) : (
          "Not confirmed yet"
        )}
      </Cell>
    </Row>
  );
}
