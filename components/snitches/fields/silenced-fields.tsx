import { Fold } from "@/components/ui/fold";
import { SUGGESTION_TITLES, SUGGESTIONS } from "@/lib/rules/suggestions/suggestion";

/** The suggestions about a snitch that are silenced. The hidden field tells a form with no box ticked from one without boxes. */
export const SilencedFields = ({ silenced }: { silenced: string[] }) => (
  <Fold open={silenced.length > 0} className="group" title="Silenced suggestions">
    <input type="hidden" name="silenced" value="" />
    <fieldset className="grid gap-1.5 pt-4 text-sm">
      <legend className="pb-1.5 text-ink-quiet">Tattle does not suggest</legend>
      {SUGGESTIONS.map((each) => (
        <label key={each} className="flex w-fit cursor-pointer items-center gap-2 py-0.5">
          <input
            // A checkbox keeps its state, so a new value needs a new element.
            key={String(silenced.includes(each))}
            type="checkbox"
            name={`silenced.${each}`}
            defaultChecked={silenced.includes(each)}
          />
          {SUGGESTION_TITLES[each]}
        </label>
      ))}
    </fieldset>
  </Fold>
);
