import { SEVERITY_WORDS } from "@/components/incident-words";
import type { IncidentGroup } from "@/lib/incidents/list-rows";
import { SEVERITIES } from "@/lib/rules/incidents/incident";
import { Chip } from "../(list)/chip";
import { SearchField } from "../(list)/search-field";
import { buildIncidentsUrl, type IncidentView, viewFields } from "./filters";

const TAGS_SHOWN = 8;

const GROUP_WORDS: Record<IncidentGroup, string> = { cause: "Group by cause", machine: "Group by machine" };

type FilterBarProps = { caseUrl: string; view: IncidentView; tags: string[] };

/** Search, severity, tags and grouping of the incidents. Every choice is a link, so that it can be shared and Back works. */
export function FilterBar({ caseUrl, view, tags }: FilterBarProps) {
  const { search, severity, group, after: _, ...others } = view;
  const url = (changes: Partial<IncidentView>) => buildIncidentsUrl(caseUrl, view, changes);
  const chips = [...new Set([...view.tags, ...tags])].slice(0, Math.max(TAGS_SHOWN, view.tags.length));
  const hidden = viewFields({ ...others, severity, group, search: "", after: null });
  return (
    <div className="flex flex-wrap items-center gap-1.5 pb-3 print:hidden">
      <search className="w-full sm:w-64">
        <form action={`${caseUrl}/incidents`}>
          {hidden.map(([name, value]) => (
            <input key={name + value} type="hidden" name={name} value={value} />
          ))}
          <SearchField value={search} label="Search incidents" />
        </form>
      </search>
      {SEVERITIES.toReversed().map((one) => (
        <Chip
          key={one}
          href={url({ severity: one === severity ? null : one })}
          words={SEVERITY_WORDS[one]}
          isOn={one === severity}
        />
      ))}
      <Divider />
      {(["cause", "machine"] as const).map((one) => (
        <Chip
          key={one}
          href={url({ group: one === group ? null : one })}
          words={GROUP_WORDS[one]}
          isOn={one === group}
        />
      ))}
      {chips.length > 0 && <Divider />}
      {chips.map((tag) => {
        const isOn = view.tags.includes(tag);
        return (
          <Chip
            key={tag}
            href={url({ tags: isOn ? view.tags.filter((other) => other !== tag) : [...view.tags, tag] })}
            words={tag}
            isOn={isOn}
          />
        );
      })}
    </div>
  );
}

const Divider = () => <span aria-hidden className="mx-1 h-4 border-l border-line" />;
