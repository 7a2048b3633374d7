import { useState } from "react";
import { TIME_ZONES } from "@/components/time-zone-list";
import { Field } from "@/components/ui/field";
import { Fold } from "@/components/ui/fold";
import { useFormField } from "@/components/ui/form-state";

type ZoneFieldProps = {
  first: string;
  /** The zone that the schedule names itself. */
  shown: string | undefined;
  /** Whether the schedule has none. */
  isHidden: boolean;
};

/** The time zone as a sentence, and as a field once someone changes it. */
export function ZoneField({ first, shown, isHidden }: ZoneFieldProps) {
  const { error, entry } = useFormField("timezone", "Time zone");
  const [isOpen, open] = useState(false);
  const [zone, setZone] = useState(entry ?? first);
  const field = (
    <Field
      label="Time zone"
      name="timezone"
      list={TIME_ZONES}
      autoComplete="off"
      autoFocus={isOpen}
      placeholder="UTC"
      defaultValue={zone}
      onInput={({ currentTarget }) => setZone(currentTarget.value)}
      // The browser suggests only what begins with what is there.
      onFocus={({ currentTarget }) => currentTarget.select()}
      hint="The time zone of the machine that runs the job. You can also enter a city, such as Riga."
    />
  );
  if (!isHidden && (isOpen || error)) return field;
  return (
    <>
      <input
        type="hidden"
        name="timezone"
        data-kept
        value={zone}
        onInput={({ currentTarget }) => setZone(currentTarget.value)}
      />
      {!isHidden && (
        <p className="text-sm text-ink-quiet">
          {shown || zone
            ? `The job’s times are in ${shown ?? zone}.`
            : "Each snitch keeps its own time zone."}{" "}
          <button
            type="button"
            aria-label="Change the time zone"
            className="rounded text-ink underline underline-offset-4 noscript:hidden"
            onClick={() => open(true)}
          >
            Change
          </button>
        </p>
      )}
      <noscript>
        <Fold title="Change the time zone">{field}</Fold>
      </noscript>
    </>
  );
}
