"use client";

import { useId } from "react";
import { INPUT } from "@/components/ui/input";
import type { EventFilter } from "@/lib/audit/list";

const RESOURCE_LABELS = {
  snitch: "Snitches",
  webhook: "Webhooks",
  channel: "Channels",
  drill: "Fire drills",
  api_key: "API keys",
  member: "Members",
  account: "Members’ accounts",
  recipient: "Recipients",
  maintenance: "Maintenance",
  share: "Pages and badges",
  notice: "Notices",
  case: "The case",
};

type FilterFieldsProps = { filter: EventFilter; resources: readonly (keyof typeof RESOURCE_LABELS)[] };

export function FilterFields({ filter, resources }: FilterFieldsProps) {
  const id = useId();
  const text = (name: "who" | "which", label: string, placeholder: string) => (
    <div className="grid gap-1">
      <label htmlFor={`${id}-${name}`} className="text-xs text-ink-quiet">
        {label}
      </label>
      <input
        id={`${id}-${name}`}
        name={name}
        defaultValue={filter[name]}
        placeholder={placeholder}
        className={`${INPUT} h-9 sm:w-48`}
      />
    </div>
  );
  return (
    <>
      {text("who", "Who", "ada@example.com")}
      <div className="grid gap-1">
        <label htmlFor={`${id}-thing`} className="text-xs text-ink-quiet">
          What
        </label>
        <select
          id={`${id}-thing`}
          name="thing"
          defaultValue={filter.resource ?? ""}
          className={`${INPUT} h-9 w-auto pr-8`}
        >
          <option value="">Everything</option>
          {resources.map((resource) => (
            <option key={resource} value={resource}>
              {RESOURCE_LABELS[resource]}
            </option>
          ))}
        </select>
      </div>
      {text("which", "Which", "Nightly backup")}
    </>
  );
}
