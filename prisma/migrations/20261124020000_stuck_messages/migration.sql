-- For the operator's page of messages that did not arrive: what was given up, newest first, of all cases.
CREATE INDEX "emails_gave_up" ON "emails" ("id") WHERE "gave_up_at" IS NOT NULL AND "skip_reason" IS NULL AND "mark" IS NULL;
CREATE INDEX "deliveries_gave_up" ON "deliveries" ("id") WHERE "gave_up_at" IS NOT NULL AND "superseded_at" IS NULL;
