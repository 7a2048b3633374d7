-- AlterTable
ALTER TABLE "alerts" ADD COLUMN     "hold" TEXT;
