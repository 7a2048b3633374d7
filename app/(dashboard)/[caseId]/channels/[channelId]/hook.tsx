import { Section } from "@/components/section";
import { CopyField } from "@/components/ui/copy-field";
import { findKind } from "@/lib/channel-kinds/find";
import type { StoredChannel } from "@/lib/channels/find";
import { env } from "@/lib/platform/env";

type HookProps = { channel: Pick<StoredChannel, "id" | "kind" | "settings"> };

/** Where its receiver sends what people do there, if its kind can. For users who may manage it. */
export function Hook({ channel: { id, kind, settings } }: HookProps) {
  const { hookSecret, label } = findKind(kind);
  if (!hookSecret) return null;
  return (
    <Section id="answers" title={`Acknowledging in ${label}`}>
      <p className="max-w-prose text-ink-quiet">
        {settings[hookSecret]
          ? `What people acknowledge or resolve in ${label} is acknowledged here.`
          : `Add a webhook (version 3) for the service in ${label}: Integrations, Generic Webhooks. Give it this address and the incident events “acknowledged”, “unacknowledged” and “resolved”. Then enter its secret in the settings below.`}
      </p>
      <CopyField label="Address of the webhook" value={`${env.APP_URL}/v1/hooks/${id}`} what="the address" />
    </Section>
  );
}
