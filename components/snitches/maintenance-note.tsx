import { Time } from "@/components/time";
import type { MaintenanceWindow } from "@/lib/rules/maintenance/window";

type MaintenanceNoteProps = {
  active: Pick<MaintenanceWindow, "name" | "endsAt"> | null | undefined;
  now: Date;
  className?: string;
};

/** “Maintenance until 14:00 UTC”, while maintenance covers the snitch. */
export const MaintenanceNote = ({ active, now, className }: MaintenanceNoteProps) =>
  active && (
    <span className={className} title={active.name}>
      Maintenance until <Time at={active.endsAt} near={now} isTabStop={false} />
    </span>
  );
