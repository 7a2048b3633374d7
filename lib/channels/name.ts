import type { Action } from "@/lib/audit/actions";
import { findKind } from "@/lib/channel-kinds/find";
import { hostOfTarget } from "./target";

/** What names a channel. `url`: as the database stores it. */
export type NamedChannel = { kind: string; name: string; url: string };

/** What people call the service of a channel. */
export const serviceOf = (kind: string) => (kind === "webhook" ? "Webhook" : findKind(kind).label);

/** The name of a channel for every member of its case: its own, that of its service, or the host of a webhook. */
export function nameOf({ kind, name, url }: NamedChannel): string {
  if (name) return name;
  return kind === "webhook" ? hostOfTarget(url) : serviceOf(kind);
}

type Verb = "added" | "changed" | "removed" | "switched_off" | "switched_on";

/** The action of the audit log. */
export const auditAction = ({ kind }: Pick<NamedChannel, "kind">, verb: Verb): Action =>
  `${kind === "webhook" ? "webhook" : "channel"}.${verb}`;
