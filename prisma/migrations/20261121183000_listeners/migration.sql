-- AlterEnum
ALTER TYPE "email_kind" ADD VALUE 'downtime';
ALTER TYPE "email_kind" ADD VALUE 'no_check_ins';
ALTER TYPE "email_kind" ADD VALUE 'missing_summary';
ALTER TYPE "email_kind" ADD VALUE 'reporting_summary';

-- AlterTable
ALTER TABLE "check_ins" ADD COLUMN "listener_id" INTEGER;

-- AlterTable
ALTER TABLE "alerts" ADD COLUMN "awaits_summary" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "listeners" (
    "id" INTEGER NOT NULL,
    "owner" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "left_at" TIMESTAMPTZ(3),
    "checked_in_at" TIMESTAMPTZ(3),

    CONSTRAINT "listeners_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_holds" (
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "held_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "expired_at" TIMESTAMPTZ(3),

    CONSTRAINT "alert_holds_pkey" PRIMARY KEY ("starts_at")
);

-- CreateTable
CREATE TABLE "unknown_misses" (
    "id" UUID NOT NULL,
    "deadline" TIMESTAMPTZ(3) NOT NULL,
    "silence_starts_at" TIMESTAMPTZ(3) NOT NULL,
    "silence_ends_at" TIMESTAMPTZ(3) NOT NULL,
    "noticed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "snitch_id" UUID NOT NULL,

    CONSTRAINT "unknown_misses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "silence_reports" (
    "kind" "email_kind" NOT NULL,
    "silence_starts_at" TIMESTAMPTZ(3) NOT NULL,
    "case_id" UUID NOT NULL,
    "reported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "silence_reports_pkey" PRIMARY KEY ("kind","silence_starts_at","case_id")
);

-- CreateIndex
CREATE INDEX "listeners_seen_at_idx" ON "listeners"("seen_at");

-- CreateIndex
CREATE UNIQUE INDEX "unknown_misses_snitch_id_deadline_key" ON "unknown_misses"("snitch_id", "deadline");

-- CreateIndex
CREATE INDEX "unknown_misses_noticed_at_idx" ON "unknown_misses"("noticed_at");

-- AddForeignKey
ALTER TABLE "unknown_misses" ADD CONSTRAINT "unknown_misses_snitch_id_fkey" FOREIGN KEY ("snitch_id") REFERENCES "snitches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One hold at a time.
CREATE UNIQUE INDEX "alert_holds_open" ON "alert_holds" ((true)) WHERE "ends_at" IS NULL;

CREATE INDEX "alerts_awaiting_summary" ON "alerts" ("id") WHERE "awaits_summary";
