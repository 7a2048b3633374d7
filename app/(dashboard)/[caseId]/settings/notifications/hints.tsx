import { OutsideLink } from "@/components/outside-link";
import { Section } from "@/components/section";
import { type Editing, SettingRow } from "@/components/setting-row";
import { MAX_HINTS } from "@/lib/cases/hint-input";
import { formatHint, type Hint } from "@/lib/rules/incidents/hints";
import { saveHintAction } from "../actions";
import { AddLink } from "./add-link";
import { HintFields } from "./hint-fields";

/** What helps with errors, by exit status and text. */
export function Hints({ caseId, hints, editing }: { caseId: string; hints: Hint[]; editing: Editing }) {
  const isAdding = editing.edited === NEW;
  return (
    <Section id="hints" title="Hints" className="gap-3">
      <p className="max-w-prose text-sm text-ink-quiet">
        Tips shown with matching errors, by exit status or part of the output. The first match is shown in the
        alert, its messages and the incident.
      </p>
      <div>
        {[...hints, ...(isAdding ? [undefined] : [])].map((hint, i) => (
          <SettingRow
            {...editing}
            // biome-ignore lint/suspicious/noArrayIndexKey: Two hints can be the same.
            key={i}
            id={hint ? `hint-${i + 1}` : NEW}
            title={hint ? `Hint ${i + 1}` : "Add a hint"}
            sentence={hint && <Sentence hint={hint} />}
            action={saveHintAction.bind(null, caseId, hint ? formatHint(hint) : "")}
            isRemovable={hint !== undefined}
          >
            <HintFields hint={hint} />
          </SettingRow>
        ))}
      </div>
      {hints.length < MAX_HINTS && !isAdding && (
        <AddLink {...editing} id={NEW}>
          Add Hint
        </AddLink>
      )}
    </Section>
  );
}

const NEW = "hint-new";

const Sentence = ({ hint }: { hint: Hint }) => (
  <>
    {formatHint({ ...hint, url: null })} {hint.url && <OutsideLink href={hint.url}>Link</OutsideLink>}
  </>
);
