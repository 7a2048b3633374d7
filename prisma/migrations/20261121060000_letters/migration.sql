-- AlterEnum
ALTER TYPE "notice_kind" ADD VALUE 'invitation';
ALTER TYPE "notice_kind" ADD VALUE 'verification';
ALTER TYPE "notice_kind" ADD VALUE 'magic_link';
ALTER TYPE "notice_kind" ADD VALUE 'password_reset';
ALTER TYPE "notice_kind" ADD VALUE 'email_changed';
ALTER TYPE "notice_kind" ADD VALUE 'webhook_switched_off';

-- AlterTable
ALTER TABLE "notices" ADD COLUMN     "facts" JSONB,
ALTER COLUMN "case_id" DROP NOT NULL,
ALTER COLUMN "snitch_id" DROP NOT NULL;

-- A new value of an enum cannot be named in the transaction that adds it, so the old ones are.
ALTER TABLE "notices" ADD CONSTRAINT "notices_name_their_snitch"
  CHECK (("kind" IN ('alert', 'pending_reminder', 'paused_reminder')) = ("snitch_id" IS NOT NULL)
    AND ("snitch_id" IS NULL OR "case_id" IS NOT NULL));
