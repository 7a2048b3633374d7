import { statusLabel } from "@/components/status-badge";
import { Chip } from "./chip";
import { buildListUrl, type View } from "./filters";

/** The status and the tags that the list is filtered by, as links that stop that. Renders nothing if there are none. */
export function ActiveFilters({ caseId, view }: { caseId: string; view: View }) {
  const { status, tags } = view;
  if (!status && tags.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-1.5 pb-2.5 print:hidden">
      {status && (
        <Chip
          href={buildListUrl(caseId, { ...view, status: undefined })}
          isOn
          mark={status}
          words={statusLabel(status)}
        />
      )}
      {tags.map((tag) => (
        <Chip
          key={tag}
          href={buildListUrl(caseId, { ...view, tags: tags.filter((other) => other !== tag) })}
          isOn
          words={tag}
        />
      ))}
    </div>
  );
}
