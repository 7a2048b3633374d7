/**
 * SQL: the account that a case counts for, which is the first of its owners. A case without owners, like the canary's, is
 * an account of its own. Takes an SQL expression.
 */
export const buildAccountSql = (caseId: string) => `coalesce(
  (SELECT user_id FROM members m WHERE m.case_id = ${caseId} AND role = 'owner' ORDER BY created_at, user_id LIMIT 1),
  ${caseId})`;
