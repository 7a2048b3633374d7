import { findKind } from "@/lib/channel-kinds/find";
import { webhook } from "@/lib/channel-kinds/webhook";
import { decrypt, encrypt, fingerprint } from "@/lib/platform/encrypt";

/** The settings of a channel as the database stores them. */
type StoredSettings = {
  /** Encrypted: the URL of a webhook; of any other kind, the host alone. */
  url: string;
  /** Encrypted JSON. Null for a webhook that has nothing but a URL. */
  sealed: string | null;
  /** The same for all channels with the same credential at the same host. Reveals neither. */
  budget: string | null;
  /** Whether its messages have buttons whose presses we fetch. */
  hasButtons: boolean;
};

// A webhook with nothing but a URL is stored as it was before there were other kinds: in `url`, and nothing in `settings`.

/** Seals the settings of a channel for the database. */
export function storedSettings(kind: string, settings: Record<string, string>): StoredSettings {
  if (kind === webhook.kind) {
    const own = Object.entries(settings).filter(([, value]) => value !== "");
    const sealed = own.length > 1 ? encrypt(JSON.stringify(Object.fromEntries(own))) : null;
    return { url: encrypt(settings.url ?? ""), sealed, budget: null, hasButtons: false };
  }
  const { hosts, secrets, hookSecret, hasButtons } = findKind(kind);
  const target = settings.url || settings.endpoint;
  const host = target ? new URL(target).host : (hosts[0] ?? kind);
  const credentials = secrets.filter((name) => name !== hookSecret).map((name) => settings[name] ?? "");
  return {
    url: encrypt(`https://${host}/`),
    sealed: encrypt(JSON.stringify(settings)),
    // Without a credential, all that is known of the receiver is its URL.
    budget: fingerprint(
      JSON.stringify([kind, credentials.some(Boolean) ? host : settings.url || host, ...credentials]),
    ),
    hasButtons: hasButtons?.(settings) ?? false,
  };
}

/** The settings of a channel, as parsed when they were saved. */
export const decryptSettings = (
  { url, settings }: { url: string; settings: string | null },
  read: (ciphertext: string) => string = (ciphertext) => decrypt(ciphertext),
): Record<string, string> => (settings === null ? { url: read(url) } : JSON.parse(read(settings)));
