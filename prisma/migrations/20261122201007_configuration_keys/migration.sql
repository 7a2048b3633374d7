-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "key" TEXT;

-- AlterTable
ALTER TABLE "maintenance" ADD COLUMN     "key" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "webhooks_case_id_key_key" ON "webhooks"("case_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "maintenance_case_id_key_key" ON "maintenance"("case_id", "key");
