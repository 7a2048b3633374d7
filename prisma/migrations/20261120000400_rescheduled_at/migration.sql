-- AlterTable
ALTER TABLE "snitches" ADD COLUMN     "rescheduled_at" TIMESTAMPTZ(3);
