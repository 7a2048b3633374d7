import { findKind } from "@/lib/channel-kinds/find";
import { webhook } from "@/lib/channel-kinds/webhook";
import { invalid } from "@/lib/platform/refusal";

/** Who may change a channel may not read its secrets, and so may not have them sent to another server. */
export function refuseToSendElsewhere(
  kind: string,
  before: Record<string, string>,
  after: Record<string, string>,
  changes: Record<string, unknown>,
): void {
  if (receiverOf(kind, before) === receiverOf(kind, after)) return;
  const { secrets: all, hookSecret } = findKind(kind);
  const secrets = all.filter(
    (name) => name !== "url" && name !== hookSecret && before[name] && !(name in changes),
  );
  if (secrets.length === 0) return;
  const message = "must be entered again, because it would be sent to another server";
  throw invalid(secrets.map((name) => ({ attribute: `settings.${name}`, message })));
}

/** Null for the service itself, at its own hosts. At the host of a webhook, each path may be someone else’s. */
const receiverOf = (kind: string, { url }: Record<string, string>) =>
  url ? (kind === webhook.kind ? url : new URL(url).origin) : null;
