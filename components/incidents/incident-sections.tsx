"use client";

import { type Bulk, BulkForm } from "./list/bulk-form";
import { MoveKeys } from "./list/row-keys";
import { Sections, type SectionsProps } from "./list/sections";

type IncidentSectionsProps = Omit<SectionsProps, "choosing"> & {
  /** Changes the selected incidents; absent for those who may not. */
  bulk?: Bulk | undefined;
};

/**
 * The list of incidents: lines that open to groups, and rows. It is a form whose boxes and buttons work without scripts. With
 * scripts: j and k move, x selects, X selects all, a acknowledges and s snoozes or pauses what is selected, or else the incident or the group with
 * the focus. It is a client component, because the page then sends its data alone.
 */
export function IncidentSections({ bulk, ...lists }: IncidentSectionsProps) {
  if (bulk) return <BulkForm {...bulk} {...lists} />;
  return (
    <>
      <Sections {...lists} />
      <MoveKeys />
    </>
  );
}
