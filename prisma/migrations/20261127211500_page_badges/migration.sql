-- AlterTable
ALTER TABLE "shares" ADD COLUMN     "page_id" UUID;

-- CreateIndex
CREATE INDEX "shares_page_id_idx" ON "shares"("page_id");

-- AddForeignKey
ALTER TABLE "shares" ADD CONSTRAINT "shares_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "shares"("id") ON DELETE CASCADE ON UPDATE CASCADE;
