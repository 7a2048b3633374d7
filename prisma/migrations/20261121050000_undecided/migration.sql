-- AlterTable
ALTER TABLE "snitches" ADD COLUMN     "undecided_since" TIMESTAMPTZ(3);

CREATE INDEX "snitches_undecided" ON "snitches" ("undecided_since") WHERE "undecided_since" IS NOT NULL;
