"use client";

import { Link } from "@/components/ui/link";
import { AXIS_UNITS } from "@/lib/rules/history/case-timeline/axis";
import { MARK_KINDS } from "@/lib/rules/history/case-timeline/happenings";
import { drawMarks } from "@/lib/rules/history/case-timeline/marks";
import type { PackedRow } from "./pack-row";

const HEIGHT = 20;

/**
 * The rows of a timeline, each one path for each kind of mark. Rendered by a client component, because the page then sends the
 * packed data alone, and not the markup a second time.
 */
export const TimelineRows = ({ caseId, rows }: { caseId: string; rows: PackedRow[] }) => (
  <tbody>
    {rows.map(([token, name, status, text, next, marks]) => (
      <tr key={token} data-snitch={token} className={status}>
        <th scope="row">
          <Link href={`/${caseId}/snitches/${token}`}>{name}</Link>
        </th>
        <td>
          <svg role="img" viewBox={`0 0 ${AXIS_UNITS} ${HEIGHT}`} preserveAspectRatio="none">
            <title>{text}</title>
            {marks !== "" && marks.split(";").map(drawKind)}
          </svg>
        </td>
        <td>{next}</td>
      </tr>
    ))}
  </tbody>
);

function drawKind(packed: string) {
  const [place = "", ...marks] = packed.split(" ");
  const kind = MARK_KINDS[Number(place)];
  return <path key={kind} className={kind} d={drawMarks(marks.join(" "), HEIGHT / 2)} />;
}
