import type { Action } from "@/lib/audit/actions";
import { findKind } from "@/lib/channel-kinds/find";
import { webhook } from "@/lib/channel-kinds/webhook";
import { hostOfTarget } from "./target";

/** What names a channel. `url`: as the database stores it. */
export type NamedChannel = { kind: string; name: string; url: string };

/** What people call the service of a channel. */
export const formatServiceName = (kind: string) => findKind(kind).label;

/** The name of a channel for every member of its case: its own, that of its service, or its host. */
export function formatChannelName({ kind, name, url }: NamedChannel): string {
  if (name) return name;
  return findKind(kind).isNamedByHost ? hostOfTarget(url) : formatServiceName(kind);
}

type Verb = "added" | "changed" | "removed" | "switched_off" | "switched_on" | "retried";

/** The action of the audit log, which has said `webhook` since there were no other kinds. */
export const auditAction = ({ kind }: Pick<NamedChannel, "kind">, verb: Verb): Action =>
  `${kind === webhook.kind ? "webhook" : "channel"}.${verb}`;

/** The service, for an email about a channel. Its template takes a channel without one for a webhook. */
export const serviceFact = ({ kind }: Pick<NamedChannel, "kind">): { service?: string } =>
  kind === webhook.kind ? {} : { service: formatServiceName(kind) };
