import { OutsideLink } from "@/components/outside-link";
import { Section } from "@/components/section";
import { Form, Saved, Submit } from "@/components/ui/form";
import { MAX_HINTS } from "@/lib/cases/hint-input";
import { type Hint, hintInWords } from "@/lib/rules/incidents/hints";
import { saveHintsAction } from "../actions";
import { HintFields } from "./hint-fields";

type HintsProps = { caseId: string; hints: Hint[]; mayChange: boolean };

/** What helps with errors, by exit status and text. */
export const Hints = ({ caseId, hints, mayChange }: HintsProps) => (
  <Section id="hints" title="Hints">
    <p className="max-w-prose text-ink-quiet">
      What helps with an error, by its exit status or by a part of what the job wrote. The first hint that
      matches is shown in the alert, its messages and the incident.
    </p>
    {mayChange ? (
      <Form action={saveHintsAction.bind(null, caseId)} className="grid max-w-2xl gap-5">
        {/* One more than there are, so that one can be added without JavaScript. */}
        {Array.from({ length: Math.min(hints.length + 1, MAX_HINTS) }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: A hint is its place in the form.
          <HintFields key={i} place={i} hint={hints[i]} />
        ))}
        <div className="flex items-center gap-3">
          <Submit busy="Saving…">Save Hints</Submit>
          <Saved />
        </div>
      </Form>
    ) : (
      <HintList hints={hints} />
    )}
  </Section>
);

function HintList({ hints }: { hints: Hint[] }) {
  if (hints.length === 0) return <p className="text-ink-quiet">None.</p>;
  return (
    <ul className="grid gap-1.5">
      {hints.map((hint) => (
        <li key={hintInWords(hint)} className="wrap-anywhere">
          {hintInWords({ ...hint, url: null })} {hint.url && <OutsideLink href={hint.url}>Link</OutsideLink>}
        </li>
      ))}
    </ul>
  );
}
