import { useId, useState } from "react";
import { Submit } from "@/components/ui/form";
import type { IncidentSection } from "../incident-row";
import { Delivery, IncidentRows, type RowsProps, Since } from "./incident-rows";
import { type Choosing, SelectIncidents } from "./select-incidents";

export type SectionsProps = {
  caseUrl: string;
  sections: IncidentSection[];
  areGroupsOpen?: boolean;
  choosing?: Choosing;
};

/** The ids of all incidents of these sections, each once: one with two tags is in two of them. */
export const listIds = (sections: IncidentSection[]): string[] => [
  ...new Set(sections.flatMap(({ group, incidents }) => group?.ids ?? incidents.map(({ id }) => id))),
];

/** The lines and the rows of the list, below their heads. */
export function Sections({ caseUrl, sections, areGroupsOpen = false, choosing }: SectionsProps) {
  const all = sections.flatMap(({ incidents }) => incidents);
  const isTitled = sections.filter(({ group }) => !group).length > 1;
  return (
    <>
      <div className="incidents-head">
        {choosing && (
          <SelectIncidents ids={listIds(sections)} label="Select all incidents on this page" {...choosing} />
        )}
        {all.some(({ severity }) => severity) && <span className="severity">Severity</span>}
        <span className="job">Snitch</span>
        <span className="cause">Cause</span>
        <span className="since">Since</span>
        <span className="delivery">Alerts</span>
      </div>
      {sections.map(({ title, incidents, count, group }) =>
        group ? (
          <IncidentGroup
            key={`group ${title} ${areGroupsOpen}`}
            {...{ title, incidents, caseUrl, choosing, ...group }}
            isOpenAtFirst={areGroupsOpen}
          />
        ) : (
          <section key={title} aria-label={title}>
            {(isTitled || title === "Acknowledged") && (
              <h2 className="pt-5 pb-1.5 text-sm font-semibold">
                {title} <span className="pl-1 font-normal text-ink-quiet tabular-nums">{count}</span>
              </h2>
            )}
            <IncidentRows {...{ title, incidents, caseUrl, choosing }} />
          </section>
        ),
      )}
    </>
  );
}

type GroupProps = RowsProps & NonNullable<IncidentSection["group"]> & { isOpenAtFirst: boolean };

/** Groups of at most so many are open at first. */
const MAX_OPEN = 5;

/** What incidents have in common, in one line, which opens. Its rows are rendered only then. */
function IncidentGroup({ isOpenAtFirst, ids, oldest, isTaken, ...rows }: GroupProps) {
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
