import { entryAnchor } from "@/components/snitches/charts/timeline";
import { formatCursor } from "@/lib/history/timeline-cursor";
import type { Entry } from "@/lib/history/timeline-entries";

/** The permanent link of an entry: it also finds an old one. `snitchUrl` is the URL of the snitch’s page. */
export const entryUrl = (snitchUrl: string, entry: Entry) =>
  `${snitchUrl}/activity?entry=${formatCursor(entry)}#${entryAnchor(entry)}`;
