import { Form, Submit } from "@/components/ui/form";
import { isTimeZone } from "@/lib/rules/schedule/time-zone";
import { changeTimezoneAction } from "./actions";
import type { LoadedSnitch } from "./load-snitch";

type OtherZoneProps = { caseId: string; snitch: LoadedSnitch; zone: string | null; mayManage: boolean };

/** Says that the job seems to run in another time zone than its schedule, or that the zone is no longer known. */
export function OtherZone({ caseId, snitch: { token, timezone }, zone, mayManage }: OtherZoneProps) {
  if (!isTimeZone(timezone)) {
    return (
      <p role="note" className="rounded-md border border-errored/40 px-3 py-2 text-sm wrap-anywhere">
        The time zone {timezone} is no longer known, so its times are read as UTC. Choose another one in
        Settings.
      </p>
    );
  }
  if (!zone) return null;
  return (
    <div
      role="note"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-errored/40 px-3 py-2 text-sm print:hidden"
    >
      <p className="min-w-0 flex-1 basis-64">
        This job seems to run on {zone} time, but the snitch expects {timezone}.
      </p>
      {mayManage && (
        <Form action={changeTimezoneAction.bind(null, caseId, token, zone)} className="grid">
          <Submit look="plain" busy="Changing…">
            Change to {zone}
          </Submit>
        </Form>
      )}
    </div>
  );
}
