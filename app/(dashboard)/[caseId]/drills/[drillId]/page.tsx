import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { currentCase } from "@/app/sign-in/session";
import { Live } from "@/components/live";
import { BackLink } from "@/components/page-header";
import { Time } from "@/components/time";
import { Head, Table } from "@/components/ui/table";
import { type DrillRecipient, findDrill } from "@/lib/drills/find";
import { isOver, unconfirmed } from "@/lib/drills/unconfirmed";
import { isUuid } from "@/lib/rules/uuid";
import { MessageRow } from "./message-row";

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
          {formatConfirmed(messages)}
        </p>
      </div>
      <Unconfirmed names={unconfirmed(drill, now).map(({ name }) => name)} />
      <Table label="Who was notified" stacks>
        <Head columns={["To", "Outcome", "Confirmed"]} />
        <tbody>
          {messages.map((message) => (
            <MessageRow
              key={message.id}
              caseId={theCase.id}
              message={message}
              now={now}
              isOver={isOver(startedAt, now)}
            />
          ))}
        </tbody>
      </Table>
      <Live caseId={theCase.id} everySeconds={isUnderWay ? REFRESH_SECONDS : undefined} />
    </>
  );
}

function formatConfirmed(messages: DrillRecipient[]): string {
  const confirmed = messages.filter(({ confirmedAt }) => confirmedAt).length;
  if (messages.length === 0) return "Its channels were removed.";
  if (confirmed === messages.length) return "All messages were confirmed.";
  return `${confirmed.toLocaleString("en")} of ${messages.length.toLocaleString("en")} messages confirmed`;
}

/** Who has not confirmed in time, by name: what a drill is for. */
function Unconfirmed({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  return (
    <section
      aria-label="Not confirmed within 24 hours"
      className="mb-6 grid gap-1.5 rounded-lg border border-errored/30 bg-errored/8 px-4 py-3 text-sm"
    >
      <h2 className="font-medium">Not confirmed within 24 hours</h2>
      <ul className="grid gap-0.5">
        {names.map((name, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two channels may have one name, and the list never changes its order.
          <li key={i} className="wrap-anywhere">
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      <p className="text-ink-quiet">They might not get alerts either. Ask them, or send another drill.</p>
    </section>
  );
}
