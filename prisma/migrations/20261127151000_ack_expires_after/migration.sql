-- Acknowledgements that expire: after how many seconds (null: never), and when whoever acknowledged was asked.
ALTER TABLE "cases" ADD COLUMN "ack_expires_after" INTEGER,
  ADD CONSTRAINT "cases_ack_expires_after" CHECK ("ack_expires_after" BETWEEN 3600 AND 2592000);
CREATE INDEX "cases_with_ack_expiry" ON "cases" ("id") WHERE "ack_expires_after" IS NOT NULL;
ALTER TABLE "incidents" ADD COLUMN "ack_asked_at" TIMESTAMPTZ(3);
ALTER TYPE "email_kind" ADD VALUE 'acknowledgement_asked';
