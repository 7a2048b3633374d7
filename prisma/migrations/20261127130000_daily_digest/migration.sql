-- A digest may come daily, at an hour of its reader's own, and stay away when nothing happened.
ALTER TYPE "digest_frequency" ADD VALUE 'daily' BEFORE 'weekly';
ALTER TABLE "members" ADD COLUMN "digest_hour" INTEGER NOT NULL DEFAULT 8 CHECK ("digest_hour" BETWEEN 0 AND 23),
  ADD COLUMN "digest_skips_quiet" BOOLEAN NOT NULL DEFAULT false;
