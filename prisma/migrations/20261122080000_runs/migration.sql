-- CreateEnum
CREATE TYPE "check_in_kind" AS ENUM ('finish', 'violation', 'start', 'expected_start', 'log');
CREATE TYPE "expects" AS ENUM ('finish', 'start');
CREATE TYPE "run_outcome" AS ENUM ('running', 'succeeded', 'failed', 'overran', 'abandoned');
CREATE TYPE "alert_cause" AS ENUM ('missed', 'error', 'overran', 'too_short', 'check');

-- AlterTable
ALTER TABLE "snitches" ADD COLUMN     "max_runtime" INTEGER,
ADD COLUMN     "min_runtime" INTEGER,
ADD COLUMN     "start_grace" INTEGER,
ADD COLUMN     "expects" "expects" NOT NULL DEFAULT 'finish',
ADD COLUMN     "checks" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "running" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "last_run_at" TIMESTAMPTZ(3),
ADD COLUMN     "last_run_id" UUID,
ADD COLUMN     "claimed_at" TIMESTAMPTZ(3),
ADD COLUMN     "signal_minute" TIMESTAMPTZ(3),
ADD COLUMN     "signal_count" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "snitches"
  ADD CONSTRAINT "snitches_runtimes_are_in_range" CHECK (
    ("max_runtime" IS NULL OR "max_runtime" BETWEEN 1 AND 31536000)
    AND ("min_runtime" IS NULL OR "min_runtime" BETWEEN 1 AND 31536000)
    AND ("start_grace" IS NULL OR "start_grace" BETWEEN 0 AND 31536000)
    AND ("min_runtime" IS NULL OR "max_runtime" IS NULL OR "min_runtime" < "max_runtime")),
  ADD CONSTRAINT "snitches_have_few_checks" CHECK (cardinality("checks") <= 5),
  ADD CONSTRAINT "snitches_running_is_a_count" CHECK ("running" >= 0);

-- AlterTable
ALTER TABLE "check_ins" ADD COLUMN     "kind" "check_in_kind" NOT NULL DEFAULT 'finish',
ADD COLUMN     "run_id" UUID;

-- The history can show errors alone, which now includes finishes that broke a rule.
DROP INDEX "check_ins_errors";
CREATE INDEX "check_ins_errors" ON "check_ins" ("snitch_id", "at", "id") WHERE "exit_status" NOT IN ('', '0') OR "kind" = 'violation';

-- AlterTable
ALTER TABLE "alerts" ADD COLUMN     "cause" "alert_cause",
ADD COLUMN     "run_id" UUID,
ADD COLUMN     "run" JSONB;

-- CreateTable
CREATE TABLE "runs" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "rid" TEXT,
    "env" TEXT NOT NULL DEFAULT '',
    "host" TEXT NOT NULL DEFAULT '',
    "started_at" TIMESTAMPTZ(3),
    "alive_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "last_finish_at" TIMESTAMPTZ(3),
    "outcome" "run_outcome" NOT NULL,
    "cause" "alert_cause",
    "failed_check" TEXT,
    "exit_status" TEXT NOT NULL DEFAULT '',
    "duration_ms" DOUBLE PRECISION,
    "reported_ms" DOUBLE PRECISION,
    "limit_at" TIMESTAMPTZ(3),
    "metrics" JSONB NOT NULL DEFAULT '{}',
    "output_id" UUID,
    "snitch_id" UUID NOT NULL,

    CONSTRAINT "runs_pkey" PRIMARY KEY ("snitch_id","at","id")
) PARTITION BY RANGE ("at");

-- CreateTable
CREATE TABLE "outputs" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "bytes" INTEGER NOT NULL,
    "kept_bytes" INTEGER NOT NULL,
    "data" BYTEA,
    "location" TEXT,
    "snitch_id" UUID NOT NULL,

    CONSTRAINT "outputs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "outputs_snitch_id_at_idx" ON "outputs"("snitch_id", "at");

-- CreateIndex
CREATE INDEX "outputs_at_idx" ON "outputs"("at");

-- AddForeignKey
ALTER TABLE "runs" ADD CONSTRAINT "runs_snitch_id_fkey" FOREIGN KEY ("snitch_id") REFERENCES "snitches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outputs" ADD CONSTRAINT "outputs_snitch_id_fkey" FOREIGN KEY ("snitch_id") REFERENCES "snitches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "runs"
  ADD CONSTRAINT "runs_end_unless_they_run" CHECK (("outcome" = 'running') <= ("ended_at" IS NULL)),
  ADD CONSTRAINT "runs_have_a_limit_only_while_they_run" CHECK ("limit_at" IS NULL OR "outcome" = 'running');
ALTER TABLE "outputs"
  ADD CONSTRAINT "outputs_are_in_one_place" CHECK (num_nonnulls("data", "location") = 1);

-- The data is compressed already.
ALTER TABLE "outputs" ALTER COLUMN "data" SET STORAGE EXTERNAL;

-- A run is found by its own name or as the latest one without, by its being unfinished, or by its limit.
CREATE INDEX "runs_named" ON "runs" ("snitch_id", "rid") WHERE "rid" IS NOT NULL;
CREATE INDEX "runs_unnamed" ON "runs" ("snitch_id", "at") WHERE "rid" IS NULL;
CREATE INDEX "runs_running" ON "runs" ("snitch_id") WHERE "outcome" = 'running';
CREATE INDEX "runs_due" ON "runs" ("limit_at") WHERE "limit_at" IS NOT NULL;
-- Outputs that are still to be moved into the bucket.
CREATE INDEX "outputs_here" ON "outputs" ("id") WHERE "data" IS NOT NULL;

-- One partition for each month, as for check-ins. A finish changes an indexed column, so free space would not help.
CREATE TABLE "runs_default" PARTITION OF "runs" DEFAULT;
DO $$
DECLARE
  opens timestamptz := date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
  closes timestamptz;
BEGIN
  FOR i IN 1..4 LOOP
    closes := (opens AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
    EXECUTE format(
      'CREATE TABLE %I PARTITION OF runs FOR VALUES FROM (%L) TO (%L)',
      'runs_' || to_char(opens AT TIME ZONE 'UTC', 'YYYY_MM'), opens, closes);
    opens := closes;
  END LOOP;
END $$;
