-- AlterTable
ALTER TABLE "snitches" ADD COLUMN     "url" TEXT NOT NULL DEFAULT '';
