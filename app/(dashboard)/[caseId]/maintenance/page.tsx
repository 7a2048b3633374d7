import type { Metadata } from "next";
import { currentReader } from "@/app/sign-in/reader";
import { currentCase } from "@/app/sign-in/session";
import { Confirm } from "@/components/confirm";
import { Live } from "@/components/live";
import { DocsLink, Empty, PageHeader } from "@/components/page-header";
import { RelativeTime } from "@/components/relative-time";
import { Time } from "@/components/time";
import { ButtonLink } from "@/components/ui/button";
import { Form, Submit } from "@/components/ui/form";
import { Plus } from "@/components/ui/icons";
import { may } from "@/lib/cases/roles";
import { type ListedMaintenance, listMaintenance } from "@/lib/maintenance/list";
import { buildCalendar, daysFrom } from "@/lib/rules/maintenance/calendar";
import { groupByTime } from "@/lib/rules/maintenance/group-by-time";
import { occurrencesBetween } from "@/lib/rules/maintenance/occurrences";
import { scheduleInBrief } from "@/lib/rules/schedule/format-schedule";
import { formatMargin } from "@/lib/rules/schedule/margin-text";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { endMaintenanceAction, removeMaintenanceAction, startMaintenanceAction } from "./actions";
import { Calendar } from "./calendar";
import { MaintenanceTable, Span } from "./maintenance-table";
import { StartNow } from "./start-now";

export const metadata: Metadata = { title: "Maintenance" };

const CALENDAR_DAYS = 14;

export default async function MaintenancePage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase, role } = await currentCase((await params).caseId, "/maintenance");
  const mayManage = may(role, "manage_snitches");
  const { display } = await currentReader();
  const now = new Date();
  const all = await listMaintenance(theCase.id);
  const path = `/${theCase.id}/maintenance`;
  const editPath = mayManage ? path : null;
  const { running, upcoming, recurring, past } = groupByTime(all, now);
  return (
    <>
      <PageHeader title="Maintenance" actions={mayManage && <Actions caseId={theCase.id} path={path} />}>
        Planned work. No alerts are sent about the snitches it covers.
      </PageHeader>
      {all.length === 0 ? (
        <Empty title="No maintenance is planned">
          <p>
            Plan the weekly reboot, or an upgrade tonight. Check-ins are still recorded. If something hasn’t
            recovered when it ends, an alert is sent then.
          </p>
          <DocsLink page="/maintenance">How maintenance works</DocsLink>
        </Empty>
      ) : (
        <div className="grid gap-8">
          {running.length > 0 && (
            <MaintenanceTable
              label="Under way"
              editPath={editPath}
              rows={running.map(({ maintenance, window: { endsAt } }) => ({
                maintenance,
                when: (
                  <>
                    Until <Time at={endsAt} near={now} className="font-medium text-ink" /> (
                    <RelativeTime at={endsAt} now={now} />)
                  </>
                ),
                action: mayManage && <Stop caseId={theCase.id} maintenance={maintenance} />,
              }))}
            />
          )}
          <Calendar
            days={calendarFor(all, now, display.zone)}
            entryUrls={mayManage ? buildUrls(all, path) : null}
          />
          {upcoming.length > 0 && (
            <MaintenanceTable label="Upcoming" editPath={editPath} rows={upcoming.map(onceRow)} />
          )}
          {recurring.length > 0 && (
            <MaintenanceTable
              label="Recurring"
              editPath={editPath}
              rows={recurring.map(({ maintenance, next }) => ({
                maintenance,
                when: (
                  <>
                    {formatSchedule(maintenance)}
                    {next && (
                      <span className="block">
                        Next <Time at={next.startsAt} />
                      </span>
                    )}
                  </>
                ),
              }))}
            />
          )}
          {past.length > 0 && <MaintenanceTable label="Past" editPath={editPath} rows={past.map(onceRow)} />}
        </div>
      )}
      <Live caseId={theCase.id} />
    </>
  );
}

const Actions = ({ caseId, path }: { caseId: string; path: string }) => (
  <div className="flex flex-wrap gap-2">
    <StartNow action={startMaintenanceAction.bind(null, caseId)} />
    <ButtonLink href={`${path}/new`} look="primary">
      <Plus aria-hidden />
      Plan Maintenance
    </ButtonLink>
  </div>
);

type StopProps = { caseId: string; maintenance: ListedMaintenance };

/** Ends what is under way. What has one window only can also be undone, as if it had never been. */
const Stop = ({ caseId, maintenance: { id, name, schedule } }: StopProps) => (
  <div className="flex justify-end gap-2 max-sm:justify-start">
    <Form action={endMaintenanceAction.bind(null, caseId, id)}>
      <Submit look="plain" busy="Ending…" aria-label={`End Now: ${name}`}>
        End Now
      </Submit>
    </Form>
    {schedule === null && (
      <Confirm
        trigger="Undo…"
        label={`Undo: ${name}`}
        title={`Undo ${name}?`}
        description="This rewrites history: the maintenance is removed, and what it excused counts as missed or errored. Alerts that it held are sent now."
        confirm="Undo Maintenance"
        busy="Undoing…"
        action={removeMaintenanceAction.bind(null, caseId, id)}
      />
    )}
  </div>
);

const onceRow = (maintenance: ListedMaintenance) => ({
  maintenance,
  when: maintenance.schedule === null && <Span startsAt={maintenance.startsAt} endsAt={maintenance.endsAt} />,
});

/** “At 02:00 on Sunday, Europe/Riga, for 2 hours” */
function formatSchedule(maintenance: ListedMaintenance): string {
  if (maintenance.schedule === null) return "";
  const { schedule, timezone, duration } = maintenance;
  const text = scheduleInBrief({ ...calendarTerms("daily"), schedule, timezone });
  return `${text}, for ${formatMargin(duration)}`;
}

function calendarFor(all: ListedMaintenance[], now: Date, zone: string) {
  const days = daysFrom(now, CALENDAR_DAYS, zone);
  const [from, to] = [days[0]?.start ?? now, days.at(-1)?.end ?? now];
  const windows = all
    .flatMap((maintenance) => occurrencesBetween(maintenance, from, to))
    .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
  return buildCalendar(days, windows);
}

const buildUrls = (all: ListedMaintenance[], path: string) =>
  Object.fromEntries(all.map(({ id }) => [id, `${path}/${id}`]));
