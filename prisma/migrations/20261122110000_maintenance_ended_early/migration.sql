-- AlterTable
ALTER TABLE "maintenance" ADD COLUMN     "ended_early_at" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[];
