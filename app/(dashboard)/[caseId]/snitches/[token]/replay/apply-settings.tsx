import { Form, Saved, Submit } from "@/components/ui/form";
import type { Settings } from "@/lib/rules/incidents/settings";
import { applySettingsAction } from "./actions";
import { fieldsFor } from "./replay-form";

type ApplySettingsProps = {
  snitch: { caseId: string; token: string };
  settings: Settings;
  /** Null once the snitch has these settings: then only the confirmation is left. */
  label: string | null;
  saved: string;
};

/** A button that applies these settings to the snitch, replaced by a confirmation. */
export function ApplySettings({ snitch, settings, label, saved }: ApplySettingsProps) {
  return (
    <Form
      action={applySettingsAction.bind(null, snitch.caseId, snitch.token)}
      className="flex flex-wrap items-center gap-3 print:hidden"
    >
      {Object.entries(fieldsFor(settings)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {label && (
        <Submit look="plain" busy="Saving…">
          {label}
        </Submit>
      )}
      <Saved>{saved}</Saved>
    </Form>
  );
}
