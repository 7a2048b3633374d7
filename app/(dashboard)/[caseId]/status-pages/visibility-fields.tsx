import { ChoiceField } from "@/components/ui/choice-field";
import { Field } from "@/components/ui/field";
import type { Visibility } from "@/lib/status-pages/page-input";
import { VISIBILITY_LABELS } from "./visibility";

/** Who sees a page, with the field for its password if that decides. `published`: without the choice of a draft. */
export const VisibilityFields = ({ visibility, published }: { visibility: Visibility; published?: true }) => (
  <div className="group/access grid gap-5">
    <ChoiceField
      name="visibility"
      label="Visibility"
      value={visibility}
      choices={Object.entries(VISIBILITY_LABELS)
        .filter(([value]) => !published || value !== "hidden")
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
