import { alertmanager } from "./alertmanager";
import { apprise } from "./apprise";
import { github } from "./github";
import type { AnyKind } from "./kind";
import { matrix } from "./matrix";
import { ntfy } from "./ntfy";
import { pagerduty } from "./pagerduty";
import { pushover } from "./pushover";
import { slack } from "./slack";
import { telegram } from "./telegram";

/** All kinds of channels beside the webhook, in the order of the gallery. To add one, write a file with its test, and list it here. */
export const KINDS: AnyKind[] = [
  slack,
  telegram,
  matrix,
  pagerduty,
  ntfy,
  pushover,
  github,
  alertmanager,
  apprise,
];

const BY_NAME = new Map(KINDS.map((kind) => [kind.kind, kind]));

/** Throws if there is no such kind. */
export function findKind(name: string): AnyKind {
  const kind = BY_NAME.get(name);
  if (!kind) throw new Error(`There is no kind of channel “${name}”.`);
  return kind;
}
