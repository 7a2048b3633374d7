CREATE TABLE "recurring_jobs" (
  "name" TEXT NOT NULL,
  "due_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "recurring_jobs_pkey" PRIMARY KEY ("name")
);

-- A page of rows, each written every minute: updates find room on it, and by default it would be vacuumed and analysed all day.
ALTER TABLE "recurring_jobs" SET (
  autovacuum_vacuum_threshold = 10000, autovacuum_analyze_threshold = 10000, autovacuum_vacuum_insert_threshold = -1
);
