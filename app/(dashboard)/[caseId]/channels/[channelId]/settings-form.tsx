import { Field } from "@/components/ui/field";
import { Form, Saved, Submit } from "@/components/ui/form";
import { webhook } from "@/lib/channel-kinds/webhook";
import type { StoredChannel } from "@/lib/channels/find";
import { publicSettings } from "@/lib/channels/present";
import { changeChannelAction } from "../actions";
import { BodyPreview } from "../body-preview";
import { formSettings } from "../form-settings";
import { SettingFields } from "../setting-fields";

type SettingsFormProps = {
  caseId: string;
  channel: StoredChannel;
  /** The chosen way to set it up. */
  way: unknown;
};

/** The name and the settings of a channel, for users who may manage it. Secrets stay on the server. */
export function SettingsForm({ caseId, channel, way }: SettingsFormProps) {
  return (
    <Form action={changeChannelAction.bind(null, caseId, channel.id)} className="grid max-w-xl gap-5">
      <Field
        // The browser keeps what was typed, so a new value needs a new element.
        key={channel.name}
        label="Name"
        name="name"
        isOptional
        defaultValue={channel.name}
        maxLength={100}
        autoComplete="off"
      />
      <SettingFields {...formSettings(channel.kind, channel.settings, way)} saved={publicSettings(channel)} />
      {channel.kind === webhook.kind && <BodyPreview caseId={caseId} channelId={channel.id} />}
      <div className="flex flex-wrap items-center gap-3">
        <Submit busy="Saving…">Save Settings</Submit>
        <Submit look="plain" name="test" value="on" busy="Saving and testing…">
          Save and Test
        </Submit>
        <Saved />
      </div>
    </Form>
  );
}
