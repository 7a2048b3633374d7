import { type Actor, type NewAuditEvent, recordEvents, TATTLE } from "@/lib/audit/record";
import { pool, type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { type GrantedRole, grantRoles, type Place, placeAfter } from "@/lib/rules/group-roles";
import { removeMemberBrowsers } from "./browsers-of-member";
import { factsOfKeptKeys } from "./keys-of-member";
import { type LockedMember, lockMembers } from "./members";

type GroupMember = { id: string; email: string; address: string };

/** Whether these groups give a role in any case that exists, so that their people need no invitation. */
export async function haveRoles(groups: string[]): Promise<boolean> {
  return (await findGranted(groups)).roles.size > 0;
}

/**
 * Gives a person the roles of their groups in the cases that exist now, and takes those of groups that they have lost. A role that
 * was given by hand stays if it has more rights. The last owner of a case stays its owner. Safe to repeat.
 */
export async function applyGroupRoles(person: GroupMember, groups: string[], now: Date): Promise<void> {
  const { roles, ambiguous } = await findGranted(groups);
  const { rows } = await pool.query<{ caseId: string }>(
    `SELECT case_id AS "caseId" FROM members WHERE user_id = $1 AND from_group IS NOT NULL`,
    [person.id],
  );
  const cases = new Set([...roles.keys(), ...rows.map(({ caseId }) => caseId)]);
  for (const caseId of cases) {
    // Anyone who named a case like another one must neither get nor end what the rule meant.
    if (ambiguous.has(caseId) && !roles.has(caseId)) continue;
    await transaction((sql) => applyInCase(sql, caseId, person, roles.get(caseId), now));
  }
}

async function findGranted(groups: string[]) {
  const rules = env.OIDC_ROLES.filter(({ group }) => groups.includes(group));
  const values = (by: "id" | "name") => rules.flatMap(({ cases }) => (cases.by === by ? cases.value : []));
  const { rows } = await pool.query<{ id: string; name: string }>(
    "SELECT id, name FROM cases WHERE $1 OR id = ANY ($2::uuid[]) OR name = ANY ($3) ORDER BY id",
    [rules.some(({ cases }) => cases.by === "all"), values("id"), values("name")],
  );
  const granted = grantRoles(rules, groups, rows);
  if (granted.ambiguous.size > 0)
    log.warn(
      { cases: [...granted.ambiguous] },
      "several cases have a name that OIDC_ROLES uses, so its rule gives no role: use an id",
    );
  return granted;
}

async function applyInCase(
  sql: Sql,
  caseId: string,
  { id, email, address }: GroupMember,
  granted: GrantedRole | undefined,
  now: Date,
): Promise<void> {
  const members = await lockMembers(sql, caseId);
  // The case was deleted a moment ago.
  if (members.length === 0) return;
  const before = members.find(({ userId }) => userId === id) ?? null;
  const after = placeAfter(before, granted);
  const record = (by: Actor, action: NewAuditEvent["action"], facts?: NewAuditEvent["facts"]) =>
    recordEvents(sql, caseId, by, [{ action, resource: { id, name: email }, facts }]);

  if (before?.role === "owner" && after?.role !== "owner" && isLastOwner(members, id)) {
    const [row] = await sql(
      `UPDATE members SET group_lost_at = $3 WHERE case_id = $1 AND user_id = $2 AND group_lost_at IS NULL
       RETURNING user_id`,
      [caseId, id, now],
    );
    if (row) await record(TATTLE, "member.kept", { group: before.fromGroup });
  } else if (!after) {
    if (!before) return;
    const keys = await factsOfKeptKeys(sql, caseId, id, now);
    await sql("DELETE FROM members WHERE case_id = $1 AND user_id = $2", [caseId, id]);
    await removeMemberBrowsers(sql, caseId, id, TATTLE);
    await record(TATTLE, "member.removed", { group: { from: before.fromGroup, to: null }, ...keys });
  } else {
    await savePlace(sql, caseId, id, after);
    const group = after.fromGroup ?? before?.fromGroup ?? null;
    if (!before) {
      await record({ kind: "user", id, name: email, address }, "member.joined", { role: after.role, group });
    } else if (before.role !== after.role) {
      await record(TATTLE, "member.role_changed", { role: { from: before.role, to: after.role }, group });
    }
  }
}

const isLastOwner = (members: LockedMember[], userId: string) =>
  !members.some((member) => member.role === "owner" && member.userId !== userId);

const savePlace = (sql: Sql, caseId: string, userId: string, { role, fromGroup, roleByHand }: Place) =>
  sql(
    `INSERT INTO members (case_id, user_id, role, from_group, role_by_hand) VALUES ($1, $2, $3::role, $4, $5::role)
     ON CONFLICT (case_id, user_id) DO UPDATE
       SET role = EXCLUDED.role, from_group = EXCLUDED.from_group, role_by_hand = EXCLUDED.role_by_hand,
         group_lost_at = NULL`,
    [caseId, userId, role, fromGroup, roleByHand],
  );
