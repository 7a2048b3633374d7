-- AlterEnum
ALTER TYPE "email_kind" ADD VALUE 'drill';

-- AlterTable
ALTER TABLE "emails" ADD COLUMN     "drill_id" UUID,
ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "emails_of_drill" ON "emails" ("drill_id") WHERE "drill_id" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "emails" ADD CONSTRAINT "emails_drill_id_fkey" FOREIGN KEY ("drill_id") REFERENCES "drills"("id") ON DELETE CASCADE ON UPDATE CASCADE;
