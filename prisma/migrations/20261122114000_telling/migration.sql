-- CreateEnum
CREATE TYPE "email_hold" AS ENUM ('quiet_hours', 'storm');
CREATE TYPE "digest_frequency" AS ENUM ('weekly', 'monthly');

-- AlterEnum
ALTER TYPE "email_kind" ADD VALUE 'alert_summary';
ALTER TYPE "email_kind" ADD VALUE 'digest';
ALTER TYPE "email_kind" ADD VALUE 'dead_end';

-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "tags_any" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "tags_all" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "tags_none" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "min_severity" "severity" NOT NULL DEFAULT 'info',
ADD COLUMN     "causes" "alert_cause"[] DEFAULT ARRAY[]::"alert_cause"[],
ADD COLUMN     "is_default" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "cases" ADD COLUMN     "limits_emails" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "dead_end_since" TIMESTAMPTZ(3);

ALTER TABLE "members" ADD COLUMN     "timezone" TEXT NOT NULL DEFAULT 'UTC',
ADD COLUMN     "quiet_from" INTEGER,
ADD COLUMN     "quiet_to" INTEGER,
ADD COLUMN     "quiet_days" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "digest" "digest_frequency",
ADD COLUMN     "digest_at" TIMESTAMPTZ(3);

ALTER TABLE "members"
  ADD CONSTRAINT "members_quiet_hours" CHECK (
    ("quiet_from" IS NULL) = ("quiet_to" IS NULL)
    AND "quiet_from" BETWEEN 0 AND 1439 AND "quiet_to" BETWEEN 0 AND 1439
    AND "quiet_days" <@ ARRAY[1, 2, 3, 4, 5, 6, 7]),
  ADD CONSTRAINT "members_digest_is_due" CHECK (("digest" IS NULL) = ("digest_at" IS NULL));

ALTER TABLE "emails" ADD COLUMN     "held_for" "email_hold",
ADD COLUMN     "is_escalation" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "summary_id" UUID;

-- CreateTable
CREATE TABLE "escalation_steps" (
    "case_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "after_minutes" INTEGER NOT NULL,
    "webhook_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "user_ids" UUID[] DEFAULT ARRAY[]::UUID[],

    CONSTRAINT "escalation_steps_pkey" PRIMARY KEY ("case_id","position"),
    CONSTRAINT "escalation_steps_are_in_range" CHECK (
      "position" BETWEEN 0 AND 4 AND "after_minutes" BETWEEN 1 AND 10080
      AND cardinality("webhook_ids") + cardinality("user_ids") > 0)
);

-- CreateIndex
-- One webhook of a case is chosen as its default, at most.
CREATE UNIQUE INDEX "webhooks_default" ON "webhooks" ("case_id") WHERE "is_default";
CREATE INDEX "members_digest_at" ON "members" ("digest_at") WHERE "digest_at" IS NOT NULL;
CREATE INDEX "cases_dead_end" ON "cases" ("id") WHERE "dead_end_since" IS NOT NULL;
CREATE INDEX "members_with_quiet_hours" ON "members" ("case_id") WHERE "quiet_from" IS NOT NULL;
-- E-mails that wait for a summary.
CREATE INDEX "emails_held" ON "emails" ("due_at") WHERE "held_for" IS NOT NULL AND "sent_at" IS NULL AND "gave_up_at" IS NULL;
CREATE INDEX "emails_in_summaries" ON "emails" ("summary_id") WHERE "summary_id" IS NOT NULL;
-- The alerts that were e-mailed one by one, of which only so many go to one address within a minute.
CREATE INDEX "emails_one_by_one" ON "emails" ("case_id", "id") WHERE "alert_id" IS NOT NULL AND "held_for" IS NULL;
CREATE INDEX "emails_failed" ON "emails" ("case_id", "id") WHERE "gave_up_at" IS NOT NULL AND "skip_reason" IS NULL;

-- AddForeignKey
ALTER TABLE "emails" ADD CONSTRAINT "emails_summary_id_fkey" FOREIGN KEY ("summary_id") REFERENCES "emails"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "escalation_steps" ADD CONSTRAINT "escalation_steps_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;
