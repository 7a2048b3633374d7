import { useId } from "react";
import { ChoiceField } from "@/components/ui/choice-field";
import { FieldError } from "@/components/ui/field-error";
import { useFormField } from "@/components/ui/form-state";
import { FieldCheckbox } from "./checkbox";

type ChannelFieldsProps = {
  label: string;
  channels: { id: string; name: string }[];
  /** The ids of the selected channels. Empty means all channels of the case. */
  chosen: string[];
};

const SEND_TO = [
  ["all", "All channels", "Also those added later."],
  ["selected", "Selected channels", "Only these."],
] as const;

/** Which channels get the alerts. Nothing in a case without channels. */
export function ChannelFields({ label, channels, chosen }: ChannelFieldsProps) {
  const { error } = useFormField("channels", "Channels");
  const id = useId();
  if (channels.length === 0) return null;
  return (
    <div className="group/send grid gap-2">
      <ChoiceField
        name="send_to"
        label={label}
        value={chosen.length > 0 ? "selected" : "all"}
        choices={SEND_TO}
      />
      <fieldset
        aria-label="Selected channels"
        aria-describedby={error && `${id}-error`}
        className="hidden gap-0.5 pl-5.5 group-has-[[value=selected]:checked]/send:grid"
      >
        {channels.map((channel) => (
          <FieldCheckbox
            key={channel.id}
            name={`channels.${channel.id}`}
            isChecked={chosen.includes(channel.id)}
            label={channel.name}
            isInvalid={error !== undefined}
          />
        ))}
        <FieldError id={`${id}-error`} error={error} />
      </fieldset>
    </div>
  );
}
