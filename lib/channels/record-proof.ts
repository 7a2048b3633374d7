import { twilio } from "@/lib/channel-kinds/twilio";
import { STATUS } from "@/lib/outbox/status-url";
import { transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { Refusal } from "@/lib/platform/refusal";
import { readSignedId } from "@/lib/platform/signed-id";
import { readProof, strongerProof } from "./proof";

/**
 * Records what Twilio says became of the text message of a delivery. Safe to call twice, and in any order. What says nothing new
 * is ignored. Refuses an id that we did not sign, and that of a delivery that is deleted or is not text message.
 */
export async function recordProof(signedId: string, form: URLSearchParams): Promise<void> {
  const id = readSignedId(signedId, STATUS);
  const caseId = id && (await keep(id, readProof(form)));
  if (caseId === null) throw new Refusal("resource_not_found", "There is no such delivery.");
  if (caseId) publishChange([caseId]);
}

/** The id of the case if it was changed, an empty string if not, and null if there is no such delivery. */
const keep = (id: string, proof: string | null) =>
  transaction(async (sql) => {
    const [row] = await sql<{ caseId: string; proof: string | null }>(
      `SELECT w.case_id AS "caseId", d.proof FROM deliveries d JOIN channels w ON w.id = d.channel_id
       WHERE d.id = $1 AND w.kind = $2 FOR UPDATE OF d`,
      [id, twilio.kind],
    );
    if (!row) return null;
    if (proof === null || (row.proof !== null && strongerProof(row.proof, proof) === row.proof)) return "";
    await sql("UPDATE deliveries SET proof = $2 WHERE id = $1", [id, proof]);
    return row.caseId;
  });
