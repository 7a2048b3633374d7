-- DropIndex
DROP INDEX "captured_emails_at_idx";

-- CreateIndex
CREATE INDEX "captured_emails_at_id_to_subject_idx" ON "captured_emails"("at", "id", "to", "subject");

-- Partial indexes are beyond the schema.

-- The latest invitation or request to confirm that an address was mailed.
CREATE INDEX "emails_with_a_link" ON "emails" ("case_id", "address", "id") WHERE "kind" IN ('invitation', 'address_confirmation');

-- The failures that the operator sees.
CREATE INDEX "attempts_failed_emails" ON "attempts" ("id") WHERE "email_id" IS NOT NULL AND "outcome" <> 'accepted';
