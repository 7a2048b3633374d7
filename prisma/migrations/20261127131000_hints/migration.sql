-- AlterTable
ALTER TABLE "cases" ADD COLUMN     "hints" JSONB NOT NULL DEFAULT '[]';
