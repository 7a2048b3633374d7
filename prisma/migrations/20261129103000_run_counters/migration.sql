-- CreateTable
CREATE TABLE "run_counters" (
    "snitch_id" UUID NOT NULL,
    "counted_until" TIMESTAMPTZ(3) NOT NULL,
    "succeeded" BIGINT NOT NULL DEFAULT 0,
    "failed" BIGINT NOT NULL DEFAULT 0,
    "overran" BIGINT NOT NULL DEFAULT 0,
    "misses" BIGINT NOT NULL DEFAULT 0,
    "within" BIGINT[],
    "timed" BIGINT NOT NULL DEFAULT 0,
    "timed_ms" DOUBLE PRECISION NOT NULL DEFAULT 0,

    CONSTRAINT "run_counters_pkey" PRIMARY KEY ("snitch_id")
);

-- AddForeignKey
ALTER TABLE "run_counters" ADD CONSTRAINT "run_counters_snitch_id_fkey" FOREIGN KEY ("snitch_id") REFERENCES "snitches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The counters begin now: to count years of check-ins would take minutes, and Prometheus looks only at how they grow.
INSERT INTO "run_counters" ("snitch_id", "counted_until", "within")
SELECT "id", now(), '{0,0,0,0,0,0,0,0}' FROM "snitches";
