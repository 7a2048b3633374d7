import { publishChange } from "@/lib/platform/publish-change";

/** Besides the ids of cases: every process forgets what it knows of which pages there are, and who may see them. */
export const PAGES_CHANGED = "pages";

/** Makes every process read again which pages there are, and what those of this case show. Call it after the commit. */
export const publishPageChange = (caseId: string): void => publishChange([caseId, PAGES_CHANGED]);
