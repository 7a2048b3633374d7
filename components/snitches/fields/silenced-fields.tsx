import { SUGGESTION_TITLES, SUGGESTIONS } from "@/lib/rules/suggestions/suggestion";
import { Tick } from "./tick";

/** The suggestions about a snitch that were dismissed. */
export const SilencedFields = ({ silenced }: { silenced: string[] }) => (
  <fieldset className="grid gap-0.5">
    <input type="hidden" name="silenced" value="shown" />
    <legend className="pb-1.5 text-sm text-ink-quiet">Don’t suggest</legend>
    {SUGGESTIONS.map((each) => (
      <Tick
        key={each}
        part="silenced"
        name={`silenced.${each}`}
        label={SUGGESTION_TITLES[each]}
        isTicked={silenced.includes(each)}
      />
    ))}
  </fieldset>
);
