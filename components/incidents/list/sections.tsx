import type { IncidentSection } from "../incident-row";
import { IncidentGroup } from "./incident-group";
import { IncidentRows } from "./incident-rows";
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
