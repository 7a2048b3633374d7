import { entryAnchor } from "@/components/snitches/timeline";
import { formatCursor } from "@/lib/check-ins/timeline-cursor";
import type { Entry } from "@/lib/check-ins/timeline-entries";

/** The permanent link of an entry: it also finds an old one. `snitchUrl` is the URL of the snitch’s page. */
export const entryUrl = (snitchUrl: string, entry: Entry) =>
  `${snitchUrl}/activity?entry=${formatCursor(entry)}#${entryAnchor(entry)}`;
