import type { Metadata } from "next";
import { currentReader } from "@/app/sign-in/reader";
import { currentCase } from "@/app/sign-in/session";
import { Live } from "@/components/live";
import { DocsLink, Empty, PageHeader } from "@/components/page-header";
import { RelativeTime } from "@/components/relative-time";
import { Time } from "@/components/time";
import { Link } from "@/components/ui/link";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { may } from "@/lib/cases/roles";
import { findAudience } from "@/lib/drills/audience";
import { type ListedDrill, listDrills } from "@/lib/drills/list";
import { findPlan } from "@/lib/drills/plan";
import { sendsRealEmail } from "@/lib/mail/provider";
import { query } from "@/lib/platform/db";
import { startDrillAction } from "./actions";
import { MonthlyPlan, NextDrill } from "./monthly-plan";
import { SendDrill } from "./send-drill";

type DrillsPageProps = { params: Promise<{ caseId: string }> };

export async function generateMetadata({ params }: DrillsPageProps): Promise<Metadata> {
  const { theCase } = await currentCase((await params).caseId, "/drills");
  return { title: `Fire drills · ${theCase.name}` };
}

export default async function DrillsPage({ params }: DrillsPageProps) {
  const { theCase, role } = await currentCase((await params).caseId, "/drills");
  const [drills, plan, { display }] = await Promise.all([
    listDrills(theCase.id),
    findPlan(theCase.id),
    currentReader(),
  ]);
  const mayManage = may(role, "manage_channels");
  const now = new Date();
  return (
    <>
      <PageHeader title="Fire drills" actions={mayManage && <SendToAudience caseId={theCase.id} />}>
        A fire drill sends a test message to every channel and by email.
      </PageHeader>
      <NextDrill plan={plan} />
      {drills.length === 0 ? (
        <Empty title="No fire drill yet">
          <p>
            Everyone who gets alerts gets a message marked as a fire drill. Each message has a link to confirm
            it, and you see here who did.
          </p>
          <DocsLink page="/drills">How fire drills work</DocsLink>
        </Empty>
      ) : (
        <Table label="Fire drills" stacks>
          <Head columns={["Started", "By", "Confirmed", "Not sent"]} />
          <tbody>
            {drills.map((drill) => (
              <DrillRow key={drill.id} caseId={theCase.id} drill={drill} now={now} />
            ))}
          </tbody>
        </Table>
      )}
      <div className="pt-6">
        <MonthlyPlan caseId={theCase.id} plan={plan} readerZone={display.zone} mayChange={mayManage} />
      </div>
      <Live caseId={theCase.id} />
    </>
  );
}

async function SendToAudience({ caseId }: { caseId: string }) {
  const { channels, addresses } = await findAudience(query, caseId);
  return (
    <SendDrill
      action={startDrillAction.bind(null, caseId)}
      channels={channels.map(({ name, note }) => (note ? `${name} (${note})` : name))}
      addresses={addresses.map(({ address }) => address)}
      sendsEmail={sendsRealEmail()}
    />
  );
}

function DrillRow({ caseId, drill, now }: { caseId: string; drill: ListedDrill; now: Date }) {
  const { id, startedAt, startedBy, notified, failed, confirmed } = drill;
  return (
    <Row>
      <Cell className="whitespace-nowrap max-sm:basis-full">
        <Link href={`/${caseId}/drills/${id}`} className="py-1 font-medium hover:underline">
          <Time at={startedAt} isTabStop={false} />
        </Link>{" "}
        <span className="text-ink-quiet">
          <RelativeTime at={startedAt} now={now} isTabStop={false} />
        </span>
      </Cell>
      <Cell name="by" className="min-w-36 wrap-anywhere text-ink-quiet">
        {startedBy}
      </Cell>
      <Cell className="whitespace-nowrap tabular-nums">
        <span className={confirmed === notified ? "text-healthy" : undefined}>
          {confirmed.toLocaleString("en")} of {notified.toLocaleString("en")}
        </span>{" "}
        <span className="sm:sr-only">confirmed</span>
      </Cell>
      <Cell className="whitespace-nowrap tabular-nums">
        {failed > 0 && (
          <span className="text-failed">
            {failed.toLocaleString("en")} <span className="sm:sr-only">not sent</span>
          </span>
        )}
      </Cell>
    </Row>
  );
}
