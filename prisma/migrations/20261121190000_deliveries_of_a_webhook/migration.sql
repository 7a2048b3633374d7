-- Partial indexes are beyond the schema.

-- The next deliveries of one webhook, however many others are due. The index by time alone is not needed any more, and without
-- statistics Postgres would take it for the same question.
CREATE INDEX "deliveries_pending_of_a_webhook" ON "deliveries" ("webhook_id", "due_at") WHERE "accepted_at" IS NULL AND "gave_up_at" IS NULL;
DROP INDEX "deliveries_pending";
