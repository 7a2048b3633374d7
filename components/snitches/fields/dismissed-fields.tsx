import { SUGGESTION_TITLES, SUGGESTIONS } from "@/lib/rules/suggestions/suggestion";
import { FieldCheckbox } from "./checkbox";

/** The suggestions about a snitch that were dismissed. */
export const DismissedFields = ({ silenced: dismissed }: { silenced: string[] }) => (
  <fieldset className="grid gap-0.5">
    <input type="hidden" name="silenced" value="shown" />
    <legend className="pb-1.5 text-sm text-ink-quiet">Don’t suggest</legend>
    {SUGGESTIONS.map((each) => (
      <FieldCheckbox
        key={each}
        name={`silenced.${each}`}
        label={SUGGESTION_TITLES[each]}
        isChecked={dismissed.includes(each)}
      />
    ))}
  </fieldset>
);
