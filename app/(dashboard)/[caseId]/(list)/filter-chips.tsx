import { statusLabel } from "@/components/status-badge";
import type { Status } from "@/lib/rules/state/snitch-state";
import { isFiltered, type StatusCounts, type StatusFilter } from "@/lib/snitches/list";
import { Chip } from "./chip";
import { buildListUrl, type View } from "./filters";

const CHIPS: { filter: StatusFilter; label: string; statuses: Status[] }[] = [
  { filter: "wrong", label: "failing", statuses: ["failed", "errored"] },
  { filter: "healthy", label: "healthy", statuses: ["healthy"] },
  { filter: "paused", label: "paused", statuses: ["paused"] },
  { filter: "pending", label: "pending", statuses: ["pending"] },
];

type FilterChipsProps = {
  caseId: string;
  /** Counts of the snitches that match the other filters. */
  counts: StatusCounts;
  /** How many of the healthy ones are late. */
  late: number;
  /** How many of the whole case have not reported for weeks: a filtered list does not say it. */
  stale: number;
  view: View;
};

/** How many snitches have which status, and the tags, environment and machine of the view: each is a link that filters the list by it, or ends that. */
export function FilterChips({ caseId, counts, late, stale, view }: FilterChipsProps) {
  const { status: current, tags, environment, host } = view;
  const toggle = (status: StatusFilter) =>
    buildListUrl(caseId, { ...view, status: status === current ? undefined : status });
  return (
    <>
      {CHIPS.map(({ filter, label, statuses }) => {
        const count = statuses.reduce((sum, status) => sum + counts[status], 0);
        const isOn = filter === current;
        if (count === 0 && !isOn) return null;
        return (
          <Chip
            key={filter}
            href={toggle(filter)}
            isOn={isOn}
            mark={statuses.find((status) => counts[status] > 0) ?? statuses[0]}
            label={`${count.toLocaleString("en")} ${label}${filter === "healthy" && late > 0 ? `, ${late.toLocaleString("en")} late` : ""}`}
          />
        );
      })}
      {stale > 0 && !isFiltered(view) && (
        <Chip href={`/${caseId}/still-wanted`} label={`${stale.toLocaleString("en")} stale`} />
      )}
      {/* Links of the API’s clients and of reports name one of the two. */}
      {(current === "failed" || current === "errored") && (
        <Chip href={toggle(current)} isOn mark={current} label={statusLabel(current)} />
      )}
      {tags.map((tag) => (
        <Chip
          key={tag}
          href={buildListUrl(caseId, { ...view, tags: tags.filter((other) => other !== tag) })}
          isOn
          label={tag}
        />
      ))}
      {environment && (
        <Chip
          href={buildListUrl(caseId, { ...view, environment: undefined })}
          isOn
          label={`environment ${environment}`}
        />
      )}
      {host && (
        <Chip href={buildListUrl(caseId, { ...view, host: undefined })} isOn label={`machine ${host}`} />
      )}
    </>
  );
}
