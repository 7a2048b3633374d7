import { useId, useState } from "react";
import { Submit } from "@/components/ui/form";
import type { IncidentSection } from "../incident-row";
import { Delivery, IncidentRows, type RowsProps, Since } from "./incident-rows";
import { SelectIncidents } from "./select-incidents";

type GroupProps = RowsProps & NonNullable<IncidentSection["group"]> & { isOpenAtFirst: boolean };

/** Groups of at most so many are open at first. */
const MAX_OPEN = 5;

/** What incidents have in common, in one line, which opens. Its rows are rendered only then. */
export function IncidentGroup({ isOpenAtFirst, ids, oldest, isTaken, ...rows }: GroupProps) {
  const { title, incidents, choosing } = rows;
  const [isOpen, setOpen] = useState(isOpenAtFirst || ids.length <= MAX_OPEN);
  const id = useId();
  const mark = incidents.find(({ mark }) => mark?.hasFailed)?.mark;
  return (
    <section aria-label={title}>
      <div className="incident-group" data-row={title} data-ids={ids.join(" ")}>
        {choosing && <SelectIncidents ids={ids} label={`Select all of ${title}`} {...choosing} />}
        <h2>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            title={title}
            onClick={() => setOpen(!isOpen)}
          >
            <bdi>{title}</bdi>
            <span className="count">– {ids.length}</span>
          </button>
        </h2>
        {choosing && !isTaken && (
          <Submit look="plain" busy="Acknowledging…" name="acknowledge" value={ids.join(" ")}>
            Acknowledge {ids.length}
          </Submit>
        )}
        <Since incident={oldest} />
        <Delivery mark={mark} />
      </div>
      <div id={id}>{isOpen && <IncidentRows {...rows} />}</div>
    </section>
  );
}
