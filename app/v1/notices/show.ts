import { json } from "@/lib/api/response";
import { presentNotice } from "@/lib/pages/notices/present";
import { findNotice } from "@/lib/pages/notices/store";

/** Responds with a notice of the case, as it is now. */
export const show = async (caseId: string, id: string, now = new Date()): Promise<Response> =>
  json(presentNotice(await findNotice(caseId, id, now)));
