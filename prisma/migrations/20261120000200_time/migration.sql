-- CreateEnum
CREATE TYPE "notice_kind" AS ENUM ('alert', 'pending_reminder', 'paused_reminder');

-- AlterTable
ALTER TABLE "notices" ADD COLUMN     "kind" "notice_kind" NOT NULL DEFAULT 'alert',
ALTER COLUMN "alert_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "snitches" ADD COLUMN     "reminded_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "pauses" (
    "id" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "snitch_id" UUID NOT NULL,

    CONSTRAINT "pauses_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "pauses_snitch_id_ends_at_idx" ON "pauses"("snitch_id", "ends_at");

-- AddForeignKey
ALTER TABLE "pauses" ADD CONSTRAINT "pauses_snitch_id_fkey" FOREIGN KEY ("snitch_id") REFERENCES "snitches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "notices" ADD CONSTRAINT "notices_name_their_alert" CHECK (("kind" = 'alert') = ("alert_id" IS NOT NULL));
ALTER TABLE "pauses" ADD CONSTRAINT "pauses_end_after_they_start" CHECK ("starts_at" <= "ends_at");

-- Few snitches are pending, paused or missing: what looks for them must not read the others.
CREATE INDEX "snitches_waiting" ON "snitches" ((COALESCE("paused_at", "created_at"))) WHERE "status" IN ('pending', 'paused');
CREATE INDEX "snitches_missing" ON "snitches" ("missing_since") WHERE "status" = 'failed';
