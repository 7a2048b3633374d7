import { Time } from "@/components/time";
import type { MaintenanceAhead } from "@/lib/maintenance/ahead";

type MaintenanceNoteProps = { ahead: MaintenanceAhead | undefined; now: Date; className?: string };

/** “Maintenance until 14:00 UTC”, while maintenance covers the snitch. */
export const MaintenanceNote = ({ ahead, now, className }: MaintenanceNoteProps) =>
  ahead?.active && (
    <span className={className} title={ahead.active.name}>
      Maintenance until <Time at={ahead.active.endsAt} near={now} isTabStop={false} />
    </span>
  );
