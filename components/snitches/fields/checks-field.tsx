import { TextArea } from "@/components/ui/field";

/** The checks of a snitch, one per line. */
export const ChecksField = ({ checks }: { checks?: string[] }) => (
  <TextArea
    label="Checks"
    name="checks"
    rows={2}
    spellCheck={false}
    autoComplete="off"
    placeholder={"duration < 5 min\nmetric.bytes > 50% of usual"}
    className="field-sizing-content max-h-48 min-h-16 font-mono"
    defaultValue={checks?.join("\n")}
    hint="One per line, at most five. A run that fails any of them counts as an error: duration < 5 min, metric.rows > 0 for a number the job sends, metric.bytes > 50% of usual, or metric.rows changes within 5 runs."
  />
);
