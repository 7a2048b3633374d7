-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN     "proof" TEXT;
