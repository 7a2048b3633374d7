-- Suggestions about snitches: those that are silenced, and cases that are e-mailed new ones.
ALTER TABLE "snitches" ADD COLUMN "silenced" TEXT[] NOT NULL DEFAULT '{}';
ALTER TABLE "cases" ADD COLUMN "suggestions" BOOLEAN NOT NULL DEFAULT false;
ALTER TYPE "email_kind" ADD VALUE 'suggestions';
CREATE TABLE "suggestion_emails" (
  "snitch_id" UUID NOT NULL REFERENCES "snitches"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "kind" TEXT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY ("snitch_id", "kind")
);
