import { Field, SelectField } from "@/components/ui/field";
import { formatCount } from "@/lib/rules/format-count";
import { isForAllSnitches, MAX_REPEATS, type Policy } from "@/lib/rules/incidents/policy";

const SEVERITIES = [
  { value: "info", label: "Any" },
  { value: "warning", label: "Warning" },
  { value: "critical", label: "Critical" },
];

const REPEATS = Array.from({ length: MAX_REPEATS + 1 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? "Never" : formatCount(count, "time"),
}));

type PolicyFieldsProps = {
  policy: Policy | undefined;
  /** Its place among those that are not for all, and their number with it. */
  place: number;
  count: number;
};

/** The name of a policy, which snitches it is for, and how often its steps are repeated. The last one is for all. */
export const PolicyFields = ({ policy, place, count }: PolicyFieldsProps) => (
  <>
    <Field
      label="Name"
      name="name"
      placeholder="Databases"
      maxLength={100}
      autoComplete="off"
      defaultValue={policy?.name}
    />
    {!(policy && place === count && isForAllSnitches(policy.match)) && (
      <>
        <Field
          label="Snitches with one of these tags"
          name="tags_any"
          placeholder="db, web"
          autoComplete="off"
          isOptional
          defaultValue={policy?.match.tags_any.join(", ")}
        />
        <Field
          label="With none of these tags"
          name="tags_none"
          autoComplete="off"
          isOptional
          defaultValue={policy?.match.tags_none.join(", ")}
        />
        <SelectField
          label="Severity at least"
          name="min_severity"
          value={policy?.match.min_severity ?? "info"}
          choices={SEVERITIES}
        />
        {count > 1 && (
          <SelectField
            label="Order"
            name="place"
            value={String(place)}
            choices={Array.from({ length: count }, (_, i) => ({ value: String(i), label: String(i + 1) }))}
            hint="The first policy that matches applies."
          />
        )}
      </>
    )}
    <SelectField
      label="Repeat the steps"
      name="repeat"
      value={String(policy?.repeat ?? 0)}
      choices={REPEATS}
      hint="After the last step, while no one acknowledges."
    />
  </>
);
