-- AlterEnum
ALTER TYPE "email_kind" ADD VALUE 'subscription_confirmation';
ALTER TYPE "email_kind" ADD VALUE 'page_updates';

-- CreateTable
CREATE TABLE "page_subscribers" (
    "id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "components" UUID[] DEFAULT ARRAY[]::UUID[],
    "confirmed_at" TIMESTAMPTZ(3),
    "last_sent_at" TIMESTAMPTZ(3),
    "last_email_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "page_id" UUID NOT NULL,

    CONSTRAINT "page_subscribers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscriber_updates" (
    "subscriber_id" UUID NOT NULL,
    "update_id" UUID NOT NULL,

    CONSTRAINT "subscriber_updates_pkey" PRIMARY KEY ("subscriber_id","update_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "page_subscribers_page_id_address_key" ON "page_subscribers"("page_id", "address");

-- CreateIndex
CREATE INDEX "page_subscribers_address_idx" ON "page_subscribers"("address");

-- CreateIndex
CREATE INDEX "subscriber_updates_update_id_idx" ON "subscriber_updates"("update_id");

-- AddForeignKey
ALTER TABLE "page_subscribers" ADD CONSTRAINT "page_subscribers_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "pages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriber_updates" ADD CONSTRAINT "subscriber_updates_subscriber_id_fkey" FOREIGN KEY ("subscriber_id") REFERENCES "page_subscribers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriber_updates" ADD CONSTRAINT "subscriber_updates_update_id_fkey" FOREIGN KEY ("update_id") REFERENCES "notice_updates"("id") ON DELETE CASCADE ON UPDATE CASCADE;
