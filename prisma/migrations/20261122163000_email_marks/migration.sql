-- CreateEnum
CREATE TYPE "email_mark" AS ENUM ('bounced', 'complained');

-- AlterEnum
ALTER TYPE "email_kind" ADD VALUE 'address_marked';

-- CreateTable
CREATE TABLE "email_marks" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "address" TEXT NOT NULL,
    "mark" "email_mark",
    "marked_at" TIMESTAMPTZ(3),
    "reason" TEXT NOT NULL DEFAULT '',
    "delivered_at" TIMESTAMPTZ(3),
    "cleared_at" TIMESTAMPTZ(3),
    "case_id" UUID NOT NULL,

    CONSTRAINT "email_marks_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "email_marks_have_times" CHECK (("mark" IS NULL) = ("marked_at" IS NULL))
);

-- AlterTable
-- Not a value of skip_reason: the version before could not read it.
ALTER TABLE "emails" ADD COLUMN     "mark" "email_mark";

-- CreateIndex
CREATE UNIQUE INDEX "email_marks_case_id_address_key" ON "email_marks"("case_id", "address");
CREATE INDEX "email_marks_of_case" ON "email_marks" ("case_id") WHERE "mark" IS NOT NULL;
-- The cases that an event about an address concerns.
CREATE INDEX "recipients_address_idx" ON "recipients"("address");

-- AddForeignKey
ALTER TABLE "email_marks" ADD CONSTRAINT "email_marks_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;
