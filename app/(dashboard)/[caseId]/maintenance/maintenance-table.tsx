import { Time } from "@/components/time";
import { Link } from "@/components/ui/link";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import type { ListedMaintenance } from "@/lib/maintenance/list";

type MaintenanceTableProps = {
  label: string;
  /** The path of the pages on which maintenance is edited; null for viewers. */
  editPath: string | null;
  rows: { maintenance: ListedMaintenance; when: React.ReactNode; action?: React.ReactNode }[];
};

/** Maintenance with what it covers and when it is. */
export function MaintenanceTable({ label, editPath, rows }: MaintenanceTableProps) {
  const hasActions = rows.some(({ action }) => action);
  return (
    <section aria-label={label} className="grid gap-1">
      <h2 className="font-semibold">{label}</h2>
      <Table label={label} stacks>
        <Head columns={["Name", "Covers", "When"]} actions={hasActions ? "Actions" : undefined} />
        <tbody>
          {rows.map(({ maintenance, when, action }) => (
            <Row key={maintenance.id}>
              <Cell className="w-1/3 min-w-40 max-sm:basis-full">
                <Name maintenance={maintenance} editPath={editPath} />
              </Cell>
              <Cell className="w-1/4 min-w-32 max-sm:basis-full">
                <Covers maintenance={maintenance} />
              </Cell>
              <Cell className="text-ink-quiet max-sm:basis-full">{when}</Cell>
              {hasActions && <Cell className="w-24 text-right">{action}</Cell>}
            </Row>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function Name({
  maintenance: { id, name, note },
  editPath,
}: Omit<MaintenanceTableProps, "rows" | "label"> & {
  maintenance: ListedMaintenance;
}) {
  return (
    <>
      {editPath ? (
        <Link href={`${editPath}/${id}`} className="py-1 font-medium wrap-anywhere hover:underline">
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <span className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </span>
      )}
      {note && (
        <p className="line-clamp-2 text-xs wrap-anywhere text-ink-quiet" title={note}>
          {note}
        </p>
      )}
    </>
  );
}

const MAX_NAMED = 2;

function Covers({ maintenance: { coversAll, tags, snitches } }: { maintenance: ListedMaintenance }) {
  if (coversAll) return "All snitches";
  if (tags.length > 0) {
    return (
      <span className="flex flex-wrap gap-1">
        {tags.map((tag) => (
          <span
            key={tag}
            className="min-w-0 rounded border border-line px-1.5 text-xs wrap-anywhere text-ink-quiet"
          >
            {tag}
          </span>
        ))}
      </span>
    );
  }
  if (snitches.length === 0) return <span className="text-ink-quiet">Deleted snitches</span>;
  const names = snitches.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = snitches.length - names.length;
  return (
    <span className="wrap-anywhere">{[...names, more > 0 && `${more} more`].filter(Boolean).join(", ")}</span>
  );
}

/** “Tue 10 Mar, 22:00 – Wed 11 Mar, 02:00”, without the second day if it is the first. */
export const Span = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) => (
  <>
    <Time at={startsAt} className="whitespace-nowrap" /> –{" "}
    <Time at={endsAt} near={startsAt} className="whitespace-nowrap" />
  </>
);
