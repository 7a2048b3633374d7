import type { Actor } from "@/lib/audit/record";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { personLink } from "@/lib/outbox/action-link";
import { NO_NEW_ROWS } from "@/lib/outbox/wake-workers";
import { query } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { invalidAttribute } from "@/lib/platform/refusal";
import { writeIncidentTitle } from "@/lib/rules/incidents/cause-labels";
import { changeIncident } from "./change-incident";

/**
 * Assigns an open incident to the member with this address, or to no one. The member gets an email, except for an assignment to oneself.
 * This does not acknowledge the incident. Refuses an address that is not that of a member.
 */
export async function assignIncident(
  caseId: string,
  incidentId: string,
  address: string | null,
  now: Date,
  by: Actor,
): Promise<void> {
  const member = address === null ? null : await findMember(caseId, address);
  await changeIncident(caseId, incidentId, now, by, ({ assignedTo, cause }) => {
    if (assignedTo === (member?.id ?? null)) return null;
    if (!member) return { incident: { assignedTo: null }, event: { action: "snitch.unassigned" } };
    return {
      incident: { assignedTo: member.id },
      event: { action: "snitch.assigned", facts: { member: member.email } },
      notify: async (sql, name) => {
        if (by.kind === "user" && by.id === member.id) return NO_NEW_ROWS;
        const title = writeIncidentTitle(name, cause);
        const url = member.hasLinks
          ? personLink(incidentId, member.id, now)
          : `${env.APP_URL}/${caseId}/incidents/${incidentId}`;
        const facts = { caseName: member.caseName, title, assignedBy: by.name, url };
        return enqueueEmails(sql, [{ kind: "incident_assigned", address: member.email, caseId, facts }]);
      },
    };
  });
}

async function findMember(caseId: string, address: string) {
  const [member] = await query<{ id: string; email: string; caseName: string; hasLinks: boolean }>(
    `SELECT u.id, u.email, c.name AS "caseName", c.answer_links AS "hasLinks"
     FROM members m JOIN users u ON u.id = m.user_id JOIN cases c ON c.id = m.case_id WHERE m.case_id = $1 AND u.email = $2`,
    [caseId, address.trim().toLowerCase()],
  );
  if (!member) throw invalidAttribute("member", "is not a member of this case");
  return member;
}
