import { presentNotice } from "@/lib/status-pages/notices/present";
import { findNotice } from "@/lib/status-pages/notices/store";

/** A notice of the case, as it is now. */
export const show = async (caseId: string, id: string, now = new Date()) =>
  presentNotice(await findNotice(caseId, id, now));
