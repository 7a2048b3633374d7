import { Section } from "@/components/section";
import { QrCode } from "@/components/ui/qr-code";
import { findKind } from "@/lib/channel-kinds/find";
import { findStored } from "@/lib/channels/find";

type SubscriptionProps = { caseId: string; channelId: string };

/** How a phone gets the messages of a channel; nothing for kinds that nobody subscribes to. For users who may manage it. */
export async function Subscription({ caseId, channelId }: SubscriptionProps) {
  const channel = await findStored(caseId, channelId);
  const url = channel && findKind(channel.kind).subscribeUrl?.(channel.settings);
  if (!url) return null;
  return (
    <Section id="subscribe" title="Subscribe on a phone">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <QrCode text={url} label="QR code of the address to subscribe to" />
        <div className="grid max-w-prose gap-1.5 text-ink-quiet">
          <p>Scan the code, or open this address:</p>
          <a href={url} rel="noreferrer" className="font-mono text-sm text-ink underline wrap-anywhere">
            {url}
          </a>
        </div>
      </div>
    </Section>
  );
}
