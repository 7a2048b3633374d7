import { type Actor, changesBetween, recordEvents } from "@/lib/audit/record";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { buildRecipientKeys, registerRecipients } from "@/lib/emails/recipients/register";
import { transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/publish-change";
import { invalidAttribute, notFound } from "@/lib/platform/refusal";
import { MAX_ADDRESSES } from "./input-arrays";

type SnitchWithRecipients = { id: string; name: string; recipients: string[]; onHoldAt: Date | null };

type How = "set" | "add" | "remove";

const isSameAddress = (address: string) => (other: string) => other.toLowerCase() === address.toLowerCase();

/** The recipients after a change. Addresses are the same however they are spelled; their order is kept. */
function changedRecipients(recipients: string[], how: How, addresses: string[]): string[] {
  if (how === "set") return addresses;
  if (how === "remove") return recipients.filter((address) => !addresses.some(isSameAddress(address)));
  return [...recipients, ...addresses.filter((address) => !recipients.some(isSameAddress(address)))];
}

/**
 * Replaces, adds or removes recipients of a snitch; without any, the case decides who is alerted. A caller that adds addresses calls
 * `askRecipientsLater` afterwards.
 */
export async function changeRecipients(
  caseId: string,
  token: string,
  how: How,
  addresses: string[],
  by: Actor,
): Promise<void> {
  await transaction(async (sql) => {
    const [snitch] = await sql<SnitchWithRecipients>(
      `SELECT s.id, s.name, s.alert_email AS recipients, c.on_hold_at AS "onHoldAt"
       FROM snitches s JOIN cases c ON c.id = s.case_id
       WHERE s.case_id = $1 AND s.token = $2 FOR NO KEY UPDATE OF s`,
      [caseId, token],
    );
    if (!snitch) throw notFound("snitch");
    refuseIfOnHold(snitch);
    const recipients = changedRecipients(snitch.recipients, how, addresses);
    const facts = changesBetween({ alert_email: snitch.recipients }, { alert_email: recipients });
    if (Object.keys(facts).length === 0) return;
    if (recipients.length > MAX_ADDRESSES) {
      const message = `has too many addresses (maximum is ${MAX_ADDRESSES})`;
      throw invalidAttribute("alert_email", message);
    }
    await sql("UPDATE snitches SET alert_email = $2 WHERE id = $1", [snitch.id, recipients]);
    await registerRecipients(sql, buildRecipientKeys(caseId, recipients));
    await recordEvents(sql, caseId, by, [
      { action: "snitch.changed", resource: { id: token, name: snitch.name }, facts },
    ]);
  });
  publishChange([caseId]);
}
