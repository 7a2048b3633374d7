-- CreateEnum
CREATE TYPE "hour_cycle" AS ENUM ('h12', 'h23');

-- CreateEnum
CREATE TYPE "theme" AS ENUM ('light', 'dark');

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "time_zone" TEXT,
ADD COLUMN     "locale" TEXT,
ADD COLUMN     "hour_cycle" "hour_cycle",
ADD COLUMN     "theme" "theme";
