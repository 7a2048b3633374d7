import clsx from "clsx";
import { Link } from "@/components/ui/link";
import { SEVERITY_LABELS } from "@/lib/rules/incidents/severity-labels";
import type { ShownIncident } from "../incident-row";
import { type Choosing, SelectIncidents } from "./select-incidents";

export type RowsProps = { title: string; incidents: ShownIncident[]; caseUrl: string; choosing: Choosing };

/** Incidents, one on each line. */
export const IncidentRows = ({ title, incidents, ...shared }: RowsProps) => (
  <ol aria-label={title} className="incidents">
    {incidents.map((incident) => (
      <Row key={incident.id} incident={incident} {...shared} />
    ))}
  </ol>
);

/** An incident on a line. Its classes are in `app/components.css`. */
const Row = ({
  incident,
  caseUrl,
  choosing,
}: { incident: ShownIncident } & Omit<RowsProps, "title" | "incidents">) => {
  const { id, name, severity, cause, notes } = incident;
  return (
    <li data-row={id} data-ids={id}>
      {choosing && (
        <SelectIncidents name="incident" value={id} ids={[id]} label={`Select ${name}`} {...choosing} />
      )}
      {severity && <span className={`severity ${severity}`}>{SEVERITY_LABELS[severity]}</span>}
      <Link href={`${caseUrl}/incidents/${id}`} className="job">
        <bdi>{name}</bdi>
      </Link>
      <span className="cause" title={cause}>
        {cause}
      </span>
      {notes && <span className="notes">{notes}</span>}
      <Since incident={incident} />
      <Delivery mark={incident.mark} isDelivered />
    </li>
  );
};

export const Since = ({
  incident: { openedAt, since },
}: {
  incident: Pick<ShownIncident, "openedAt" | "since">;
}) => (
  <time className="since" dateTime={openedAt}>
    {since}
  </time>
);

export const Delivery = ({ mark, isDelivered }: { mark: ShownIncident["mark"]; isDelivered?: boolean }) => (
  <span className={clsx("delivery", mark?.hasFailed && "bad")} title={mark?.why}>
    {mark?.label ?? (isDelivered && "delivered")}
  </span>
);
