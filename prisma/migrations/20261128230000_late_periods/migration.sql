-- Periods that ended without a check-in and without an alert, because the next one came within a minute. Counts that are stored already
-- have another basis, and are made again.
ALTER TABLE "day_counts" ADD COLUMN "late" INTEGER NOT NULL DEFAULT 0;
