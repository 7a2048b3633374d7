-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN     "body" TEXT,
ALTER COLUMN "alert_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "notices" ADD COLUMN     "batch_id" UUID;

-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "channel" TEXT NOT NULL DEFAULT 'webhook',
ADD COLUMN     "failing_since" TIMESTAMPTZ(3),
ADD COLUMN     "failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "old_secret" TEXT,
ADD COLUMN     "old_secret_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "mail_batches" (
    "id" UUID NOT NULL,
    "mails" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_batches_pkey" PRIMARY KEY ("id")
);

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "mail_batches"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Few notices are part of a request that nobody knows the outcome of.
CREATE INDEX "notices_in_batches" ON "notices" ("batch_id") WHERE "batch_id" IS NOT NULL;

ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_have_something_to_say" CHECK ("alert_id" IS NOT NULL OR "body" IS NOT NULL);
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_fail_since_their_first_failure" CHECK (("failures" = 0) = ("failing_since" IS NULL));
