-- AlterTable
ALTER TABLE "snitches" ADD COLUMN     "active" TEXT,
ADD COLUMN     "early" INTEGER,
ADD COLUMN     "grace" INTEGER,
ADD COLUMN     "schedule" TEXT,
ADD COLUMN     "timezone" TEXT NOT NULL DEFAULT 'UTC';

-- CreateTable
CREATE TABLE "timezone_data" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "version" TEXT NOT NULL,

    CONSTRAINT "timezone_data_pkey" PRIMARY KEY ("id"),
    -- All deadlines are computed with the same version.
    CONSTRAINT "one_version" CHECK ("id" = 1)
);

-- A calendar interval is in UTC and has no margins.
ALTER TABLE "snitches"
  ADD CONSTRAINT "snitches_margins_need_a_schedule" CHECK ("schedule" IS NOT NULL
    OR ("timezone" = 'UTC' AND "grace" IS NULL AND "early" IS NULL AND "active" IS NULL)),
  ADD CONSTRAINT "snitches_margins_are_in_range" CHECK (("grace" IS NULL OR "grace" BETWEEN 0 AND 31536000)
    AND ("early" IS NULL OR "early" BETWEEN 0 AND 31536000));
