import type { IncidentGroup } from "@/lib/incidents/list-rows";
import { SEVERITIES } from "@/lib/rules/incidents/incident";
import { SEVERITY_LABELS } from "@/lib/rules/incidents/severity-labels";
import { Chip } from "../(list)/chip";
import { Choices } from "../(list)/choices";
import { Dropdown } from "../(list)/dropdown";
import { SearchField } from "../(list)/search-field";
import { buildIncidentsUrl, type IncidentView, viewFields } from "./filters";

const GROUP_LABELS: Record<IncidentGroup | "none", string> = {
  cause: "By cause",
  machine: "By machine",
  tag: "By tag",
  none: "None",
};

/** Search, filters and grouping of the incidents. Every choice is a link, so that it can be shared and Back works. */
export function FilterBar({ caseUrl, view, tags }: { caseUrl: string; view: IncidentView; tags: string[] }) {
  const { severity, host, group, cause } = view;
  const url = (changes: Partial<IncidentView>) => buildIncidentsUrl(caseUrl, view, changes);
  const toggleTag = (tag: string) =>
    url({ tags: view.tags.includes(tag) ? view.tags.filter((other) => other !== tag) : [...view.tags, tag] });
  const choice = (label: string, href: string, isOn: boolean) => ({
    label,
    href,
    ...(isOn && { isOn: true as const }),
  });
  const allTags = [...new Set([...view.tags, ...tags])];
  return (
    <>
      <search className="min-w-32 flex-1 sm:max-w-64">
        <form action={`${caseUrl}/incidents`}>
          {viewFields({ ...view, search: "", after: null }).map(([name, value]) => (
            <input key={name + value} type="hidden" name={name} value={value} />
          ))}
          <SearchField value={view.search} label="Search incidents" />
        </form>
      </search>
      <Dropdown label="Filter">
        <Choices
          title="Severity"
          choices={SEVERITIES.toReversed().map((one) =>
            choice(SEVERITY_LABELS[one], url({ severity: one === severity ? null : one }), one === severity),
          )}
        />
        {allTags.length > 0 && (
          <Choices
            title="Tag"
            choices={allTags.map((tag) => choice(tag, toggleTag(tag), view.tags.includes(tag)))}
          />
        )}
      </Dropdown>
      <Dropdown label={`Group: ${GROUP_LABELS[group ?? "none"].toLowerCase()}`}>
        <Choices
          title="Group"
          choices={([...(["cause", "machine", "tag"] as const), null] as const).map((one) =>
            choice(GROUP_LABELS[one ?? "none"], url({ group: one }), one === group),
          )}
        />
      </Dropdown>
      {cause && <Chip href={url({ cause: null })} label={cause} isOn />}
      {severity && <Chip href={url({ severity: null })} label={SEVERITY_LABELS[severity]} isOn />}
      {host && <Chip href={url({ host: null })} label={`machine ${host}`} isOn />}
      {view.tags.map((tag) => (
        <Chip key={tag} href={toggleTag(tag)} label={tag} isOn />
      ))}
    </>
  );
}
