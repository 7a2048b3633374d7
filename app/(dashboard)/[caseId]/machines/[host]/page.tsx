import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ListView } from "@/app/(dashboard)/[caseId]/(list)/list-view";
import { defaultRecipients } from "@/app/(dashboard)/[caseId]/snitches/forms/snitch-form";
import { currentReader } from "@/app/sign-in/reader";
import { currentCase } from "@/app/sign-in/session";
import { Confirm } from "@/components/confirm";
import { Live } from "@/components/live";
import { BackLink, PageHeader } from "@/components/page-header";
import { RelativeTime } from "@/components/relative-time";
import { ListKeys } from "@/components/snitches/list/list-keys";
import { Check } from "@/components/ui/check";
import { Form, Submit } from "@/components/ui/form";
import { Link } from "@/components/ui/link";
import { may } from "@/lib/cases/roles";
import { type ListedMachine, listMachines } from "@/lib/machines/list";
import { env } from "@/lib/platform/env";
import { formatCount } from "@/lib/rules/format-count";
import { listSnitchPage } from "@/lib/snitches/list";
import { parseQuery } from "../../(list)/filters";
import { loadRows } from "../../(list)/load-rows";
import { Pagination } from "../../(list)/pagination";
import { acknowledgeMachineAction, removeMachineAction } from "../actions";

type MachineProps = { params: Promise<{ caseId: string; host: string }> };

/** The only sign of a machine's name that addresses may escape. */
const readHost = (host: string) => host.replaceAll("%3A", ":");

export async function generateMetadata({ params }: MachineProps): Promise<Metadata> {
  return { title: readHost((await params).host) };
}

/** A machine, and the jobs whose latest runs came from it. */
export default async function MachinePage({ params }: MachineProps) {
  const { caseId, host: written } = await params;
  const host = readHost(written);
  const { theCase, role } = await currentCase(caseId, `/machines/${written}`);
  const machine = (await listMachines(theCase.id)).find((each) => each.host === host);
  if (!machine) notFound();
  const now = new Date();
  const { view } = parseQuery({ host });
  const [{ display }, { snitches, ...page }] = await Promise.all([
    currentReader(),
    listSnitchPage(theCase.id, view),
  ]);
  const mayManage = may(role, "manage_snitches");
  const query = new URLSearchParams({ host });
  return (
    <>
      <BackLink href={`/${theCase.id}?group=machine`}>Machines</BackLink>
      <PageHeader
        title={machine.host}
        isWide
        actions={mayManage && <Verbs caseId={theCase.id} machine={machine} />}
      >
        <State machine={machine} now={now} />
        {machine.version && ` It runs tattle ${machine.version}.`}
      </PageHeader>
      <p className="flex gap-x-4 pb-4 text-sm print:hidden">
        {(["incidents", "reports"] as const).map((name) => (
          <Link
            key={name}
            href={`/${theCase.id}/${name}?${query}`}
            className="underline underline-offset-4 hover:text-ink"
          >
            {name === "incidents" ? "Incidents" : "Monthly report"}
          </Link>
        ))}
      </p>
      {snitches.length === 0 ? (
        <p className="text-ink-quiet">Its jobs run on other machines now, or were deleted.</p>
      ) : (
        <ListView
          caseId={theCase.id}
          view={view}
          loading={loadRows(theCase.id, view, snitches, now)}
          found={machine.snitches}
          channels={[]}
          defaultRecipients={defaultRecipients(theCase)}
          mayManage={mayManage}
          display={display}
          now={now}
        />
      )}
      <Pagination
        caseId={theCase.id}
        view={view}
        found={machine.snitches}
        shown={snitches.length}
        {...page}
      />
      <ListKeys checkInUrl={env.CHECK_IN_URL} />
      <Live caseId={theCase.id} />
    </>
  );
}

const State = ({
  machine: { missing, silentSince, lastSeenAt },
  now,
}: {
  machine: ListedMachine;
  now: Date;
}) =>
  silentSince ? (
    <span className="text-failed">
      Not reporting since <RelativeTime at={silentSince} now={now} />, {missing} missing.
    </span>
  ) : (
    <>
      Last report <RelativeTime at={lastSeenAt} now={now} />
      {missing > 0 && `, ${missing} missing`}.
    </>
  );

function Verbs({ caseId, machine }: { caseId: string; machine: ListedMachine }) {
  const { host, snitches, silentSince } = machine;
  return (
    <div className="flex flex-wrap justify-end gap-2 print:hidden">
      {silentSince && (
        <Form action={acknowledgeMachineAction.bind(null, caseId)}>
          <input type="hidden" name="host" value={host} />
          <Submit busy="Acknowledging…">Acknowledge</Submit>
        </Form>
      )}
      <Confirm
        title={`Forget ${host}?`}
        description="Its next report brings it back."
        trigger="Forget"
        label={`Forget ${host}`}
        confirm="Forget Machine"
        busy="Forgetting…"
        action={removeMachineAction.bind(null, caseId)}
        look="bare"
      >
        <input type="hidden" name="host" value={host} />
        {snitches > 0 && (
          <Check name="snitches" value="delete">
            Also delete its {formatCount(snitches, "snitch", "snitches")}
          </Check>
        )}
      </Confirm>
    </div>
  );
}
