/** The response that the capturing provider records with each attempt. No mail server responds with this word alone. */
export const CAPTURED = "captured";

type StoredAttempt = { outcome: string; response: string };

const isCapture = ({ outcome, response }: StoredAttempt) => outcome === "accepted" && response === CAPTURED;

/**
 * Whether an email with these attempts was only kept in the outbox: it was captured, and no mail server accepted it. It stays so
 * when a mail server is set up later.
 */
export const wasOnlyCaptured = (attempts: StoredAttempt[]): boolean =>
  attempts.some(isCapture) && !attempts.some((one) => one.outcome === "accepted" && !isCapture(one));

/** The SQL condition for `wasOnlyCaptured`, by the column of the email's id. */
export const onlyCaptured = (emailId: string) =>
  `(SELECT coalesce(bool_and(response = '${CAPTURED}'), false) FROM attempts
    WHERE email_id = ${emailId} AND outcome = 'accepted')`;
