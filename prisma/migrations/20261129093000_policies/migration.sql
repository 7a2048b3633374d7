-- AlterTable
ALTER TABLE "cases" ADD COLUMN     "policies" JSONB NOT NULL DEFAULT '[]';
ALTER TABLE "incidents" ADD COLUMN     "policy" JSONB;

-- CreateIndex
-- The steps of these are their own, not those of the case.
CREATE INDEX "incidents_with_policy" ON "incidents" ("case_id") WHERE "policy" IS NOT NULL AND "closed_at" IS NULL;
