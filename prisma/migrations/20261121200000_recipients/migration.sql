-- CreateEnum
CREATE TYPE "email_frequency" AS ENUM ('every', 'hourly', 'daily', 'first');

-- CreateEnum
CREATE TYPE "skip_reason" AS ENUM ('left', 'unconfirmed');

-- AlterEnum
ALTER TYPE "email_kind" ADD VALUE 'address_confirmation';

-- AlterTable
ALTER TABLE "cases" ADD COLUMN "email_frequency" "email_frequency" NOT NULL DEFAULT 'every';

-- AlterTable
ALTER TABLE "members" ADD COLUMN "email_frequency" "email_frequency";

-- AlterTable
ALTER TABLE "emails" ADD COLUMN "skip_reason" "skip_reason",
ADD COLUMN "is_fallback" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "recipients" (
    "id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "frequency" "email_frequency",
    "asked_at" TIMESTAMPTZ(3),
    "confirmed_at" TIMESTAMPTZ(3),
    "left_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "case_id" UUID NOT NULL,

    CONSTRAINT "recipients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "confirmation_requests" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "mailbox" TEXT NOT NULL,
    "case_id" UUID NOT NULL,
    "owner_id" UUID,

    CONSTRAINT "confirmation_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "recipients_case_id_address_key" ON "recipients"("case_id", "address");

-- CreateIndex
CREATE INDEX "confirmation_requests_at_idx" ON "confirmation_requests"("at");

-- DropIndex
DROP INDEX "emails_snitch_id_idx";

-- CreateIndex
CREATE INDEX "emails_snitch_id_address_gave_up_at_id_idx" ON "emails"("snitch_id", "address", "gave_up_at", "id");

-- AddForeignKey
ALTER TABLE "recipients" ADD CONSTRAINT "recipients_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "recipients" ADD CONSTRAINT "recipients_address_is_lower_case" CHECK ("address" = lower("address"));

-- Partial index for the job that asks addresses to confirm.
CREATE INDEX "recipients_never_asked" ON "recipients" ("case_id")
  WHERE "asked_at" IS NULL AND "confirmed_at" IS NULL AND "left_at" IS NULL;

-- Addresses that were in use before counted as agreed, and still do.
INSERT INTO "recipients" ("id", "case_id", "address", "confirmed_at")
SELECT gen_random_uuid(), "case_id", "address", now()
FROM (
  SELECT "case_id", lower(unnest("alert_email")) AS "address" FROM "snitches"
  UNION
  SELECT "id", lower("alert_email") FROM "cases" WHERE "alert_email" IS NOT NULL
) AS "used";
