import { OutsideLink } from "@/components/outside-link";
import { Section } from "@/components/section";
import { type Editing, SettingRow } from "@/components/setting-row";
import { Field } from "@/components/ui/field";
import { MAX_HINTS } from "@/lib/cases/hint-input";
import { formatHint, type Hint } from "@/lib/rules/incidents/hints";
import { saveHintAction } from "../actions";
import { AddLink } from "./add-link";

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

/** What an error has, and what helps with it. */
const HintFields = ({ hint }: { hint: Hint | undefined }) => (
  <>
    <Field
      label="Exit status"
      name="exit_status"
      placeholder="137"
      maxLength={100}
      autoComplete="off"
      defaultValue={hint?.exit_status ?? ""}
    />
    <Field
      label="Or a part of the output"
      name="text"
      placeholder="No space left on device"
      maxLength={200}
      autoComplete="off"
      defaultValue={hint?.text ?? ""}
    />
    <Field
      label="Hint"
      name="hint"
      placeholder="Out of memory: see runbook 4."
      maxLength={500}
      autoComplete="off"
      defaultValue={hint?.hint}
    />
    <Field
      label="Link"
      name="url"
      inputMode="url"
      placeholder="https://wiki.example.com/4"
      maxLength={2_000}
      autoComplete="off"
      isOptional
      defaultValue={hint?.url ?? ""}
    />
  </>
);
