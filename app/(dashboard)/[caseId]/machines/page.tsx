import type { Metadata } from "next";
import { currentCase } from "@/app/sign-in/session";
import { Confirm } from "@/components/confirm";
import { DocsLink } from "@/components/docs-link";
import { Live } from "@/components/live";
import { PageHeader } from "@/components/page-header";
import { RelativeTime } from "@/components/relative-time";
import { Check } from "@/components/ui/check";
import { Empty } from "@/components/ui/empty";
import { Form, Submit } from "@/components/ui/form";
import { Link } from "@/components/ui/link";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { may } from "@/lib/cases/roles";
import { type ListedMachine, listMachines } from "@/lib/machines/list";
import { countInWords } from "@/lib/rules/count-in-words";
import { acknowledgeMachineAction, removeMachineAction } from "./actions";

export const metadata: Metadata = { title: "Machines" };

/** The machines that the runs of a case came from. */
export default async function MachinesPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase, role } = await currentCase((await params).caseId, "/machines");
  const machines = await listMachines(theCase.id);
  const mayManage = may(role, "manage_snitches");
  const now = new Date();
  return (
    <>
      <PageHeader title="Machines">
        Where jobs ran last, by the host that they report. A machine that has not reported for 30 days is
        forgotten.
      </PageHeader>
      {machines.length === 0 ? (
        <Empty title="No job has named its machine">
          <p>
            Jobs do if they run with the program <code>tattle</code>, or if their check-ins have the parameter{" "}
            <code>host</code>.
          </p>
          <DocsLink page="/discover">Watch all jobs of a machine</DocsLink>
        </Empty>
      ) : (
        <Table label="Machines" stacks>
          <Head
            columns={["Machine", "Jobs", "Last heard", "Program"]}
            actions={mayManage ? "Actions" : undefined}
          />
          <tbody>
            {machines.map((machine) => (
              <Row key={machine.host}>
                <Cell className="min-w-32 max-sm:basis-full">
                  <p className="font-medium wrap-anywhere">
                    <bdi>{machine.host}</bdi>
                  </p>
                  <State machine={machine} now={now} />
                </Cell>
                <Cell>
                  <Pages caseId={theCase.id} machine={machine} />
                </Cell>
                <Cell className="text-ink-quiet">
                  <RelativeTime at={machine.lastSeenAt} now={now} />
                </Cell>
                <Cell name="Program" className="text-ink-quiet">
                  {machine.version}
                </Cell>
                {mayManage && (
                  <Cell className="text-right max-sm:ml-auto">
                    <Verbs caseId={theCase.id} machine={machine} />
                  </Cell>
                )}
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      <Live caseId={theCase.id} />
    </>
  );
}

/** The pages that can be filtered by a machine. */
function Pages({ caseId, machine: { host, snitches } }: { caseId: string; machine: ListedMachine }) {
  const query = new URLSearchParams({ host });
  const pages = [
    [`/${caseId}?${query}`, countInWords(snitches, "job")],
    [`/${caseId}/incidents?${query}`, "incidents"],
    [`/${caseId}/reports?${query}`, "report"],
  ] as const;
  return (
    <span className="flex flex-wrap gap-x-3">
      {pages.map(([href, words]) => (
        <Link key={href} href={href} className="underline underline-offset-4">
          {words}
        </Link>
      ))}
    </span>
  );
}

function State({ machine: { missing, silentSince }, now }: { machine: ListedMachine; now: Date }) {
  if (silentSince)
    return (
      <p className="text-sm text-failed">
        Silent: {missing} missing, last heard <RelativeTime at={silentSince} now={now} />
      </p>
    );
  return missing > 0 ? <p className="text-sm text-failed">{missing} missing</p> : null;
}

function Verbs({ caseId, machine }: { caseId: string; machine: ListedMachine }) {
  const { host, snitches, silentSince } = machine;
  return (
    <div className="flex flex-wrap justify-end gap-2">
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
            Delete its {countInWords(snitches, "snitch", "snitches")}, too
          </Check>
        )}
      </Confirm>
    </div>
  );
}
