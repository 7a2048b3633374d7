import { ChoiceField } from "@/components/ui/choice-field";
import { Field } from "@/components/ui/field";
import type { Visibility } from "@/lib/status-pages/page-input";
import { VISIBILITY_LABELS } from "./visibility";

type VisibilityFieldsProps = {
  visibility: Visibility;
  /** Leaves out the choice of a draft, for a page that is being published. */
  withoutDraft?: true;
};

/** Who sees a page, with the field for its password if that decides. */
export const VisibilityFields = ({ visibility, withoutDraft }: VisibilityFieldsProps) => (
  <div className="group/access grid gap-5">
    <ChoiceField
      name="visibility"
      label="Visibility"
      value={visibility}
      choices={Object.entries(VISIBILITY_LABELS)
        .filter(([value]) => !withoutDraft || value !== "hidden")
        .map(([value, label]) => [value, ...label] as const)}
    />
    <div className="hidden group-has-[[value=password]:checked]/access:block">
      <Field
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
        hint={
          visibility === "password"
            ? "Leave it blank to keep it. A new one signs everyone out."
            : "At least 8 characters."
        }
      />
    </div>
  </div>
);
