import { cache } from "react";
import { countOpenIncidents } from "@/lib/incidents/list";

/** How many incidents of a case are open, counted once for each request: the frame of a page and the page may both say it. */
export const countOpenIncidentsOnce = cache(countOpenIncidents);
