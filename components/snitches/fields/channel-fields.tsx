import { useId } from "react";
import { FieldError } from "@/components/ui/field-error";
import { useFormField } from "@/components/ui/form-state";
import { FieldCheckbox } from "./checkbox";

type ChannelFieldsProps = {
  label: string;
  channels: { id: string; name: string }[];
  /** The ids of the selected channels. Empty means all channels of the case. */
  chosen: string[];
};

/** Which channels get the alerts. Nothing in a case without channels. */
export function ChannelFields({ label, channels, chosen }: ChannelFieldsProps) {
  const { error } = useFormField("channels", "Channels");
  const id = useId();
  if (channels.length === 0) return null;
  return (
    <fieldset aria-describedby={`${id}-hint${error ? ` ${id}-error` : ""}`} className="grid gap-2">
      <input type="hidden" name="alerting" value="shown" />
      <legend className="pb-1.5 text-sm font-medium">{label}</legend>
      <p id={`${id}-hint`} className="text-sm text-ink-quiet">
        The channels that get the alerts. If none are selected, all channels of the case do.
      </p>
      <div className="grid gap-0.5">
        {channels.map((channel) => (
          <FieldCheckbox
            key={channel.id}
            name={`channels.${channel.id}`}
            isChecked={chosen.includes(channel.id)}
            label={channel.name}
            isInvalid={error !== undefined}
          />
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}
