import { Section } from "@/components/section";
import { QrCode } from "@/components/ui/qr-code";
import { findKind } from "@/lib/channel-kinds/find";
import type { StoredChannel } from "@/lib/channels/find";

/** The address and QR code by which a phone gets the messages of a channel, if its kind has one. For users who may manage it. */
export function Subscription({ channel }: { channel: Pick<StoredChannel, "kind" | "settings"> }) {
  const url = findKind(channel.kind).subscribeUrl?.(channel.settings);
  if (!url) return null;
  return (
    <Section id="subscribe" title="Subscribe on a phone">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <QrCode text={url} label="QR code for the address to subscribe to" />
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
