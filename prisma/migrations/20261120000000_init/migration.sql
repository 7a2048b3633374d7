-- CreateEnum
CREATE TYPE "plan" AS ENUM ('free', 'starter', 'team', 'business', 'unlimited');

-- CreateEnum
CREATE TYPE "role" AS ENUM ('owner', 'admin', 'member', 'viewer');

-- CreateEnum
CREATE TYPE "status" AS ENUM ('pending', 'healthy', 'failed', 'errored', 'paused');

-- CreateEnum
CREATE TYPE "alert_type" AS ENUM ('basic', 'smart');

-- CreateEnum
CREATE TYPE "pause_until" AS ENUM ('healthy', 'unpaused', 'time');

-- CreateEnum
CREATE TYPE "alert_kind" AS ENUM ('missing', 'errored', 'reporting', 'paused');

-- CreateTable
CREATE TABLE "cases" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "plan" "plan" NOT NULL DEFAULT 'unlimited',
    "alert_email" TEXT,
    "on_hold_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cases_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT,
    "operator_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "members" (
    "role" "role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "case_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "members_pkey" PRIMARY KEY ("case_id","user_id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "case_id" UUID NOT NULL,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "snitches" (
    "id" UUID NOT NULL,
    "token" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "notes" TEXT NOT NULL DEFAULT '',
    "tags" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "alert_email" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "interval" TEXT NOT NULL,
    "alert_type" "alert_type" NOT NULL DEFAULT 'basic',
    "status" "status" NOT NULL DEFAULT 'pending',
    "deadline" TIMESTAMPTZ(3),
    "checked_in_at" TIMESTAMPTZ(3),
    "errored_at" TIMESTAMPTZ(3),
    "missing_since" TIMESTAMPTZ(3),
    "arrivals_ms" DOUBLE PRECISION[] NOT NULL DEFAULT ARRAY[]::DOUBLE PRECISION[],
    "arrived_in" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
    "pause_until" "pause_until",
    "pause_ends_at" TIMESTAMPTZ(3),
    "covered" "status",
    "counted_hour" TIMESTAMPTZ(3),
    "hour_count" INTEGER NOT NULL DEFAULT 0,
    "counted_minute" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "case_id" UUID NOT NULL,

    CONSTRAINT "snitches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "check_ins" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "exit_status" TEXT NOT NULL,
    "message" TEXT NOT NULL DEFAULT '',
    "method" TEXT NOT NULL DEFAULT '',
    "address" TEXT NOT NULL DEFAULT '',
    "user_agent" TEXT NOT NULL DEFAULT '',
    "snitch_id" UUID NOT NULL,

    CONSTRAINT "check_ins_pkey" PRIMARY KEY ("snitch_id","at","id")
) PARTITION BY RANGE ("at");

-- CreateTable
CREATE TABLE "alerts" (
    "id" UUID NOT NULL,
    "kind" "alert_kind" NOT NULL,
    "from" "status" NOT NULL,
    "to" "status" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "exit_status" TEXT NOT NULL DEFAULT '',
    "message" TEXT NOT NULL DEFAULT '',
    "last_checked_in_at" TIMESTAMPTZ(3),
    "silent_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "case_id" UUID NOT NULL,
    "snitch_id" UUID NOT NULL,

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notices" (
    "id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "gave_up_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "case_id" UUID NOT NULL,
    "alert_id" UUID NOT NULL,
    "snitch_id" UUID NOT NULL,

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhooks" (
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "case_id" UUID NOT NULL,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "id" UUID NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "gave_up_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "alert_id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attempts" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,
    "status" INTEGER,
    "latency_ms" INTEGER NOT NULL,
    "answer" TEXT NOT NULL DEFAULT '',
    "notice_id" UUID,
    "delivery_id" UUID,

    CONSTRAINT "attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "captured_mails" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "from" TEXT NOT NULL,
    "to" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "captured_mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "members_user_id_idx" ON "members"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE INDEX "api_keys_case_id_idx" ON "api_keys"("case_id");

-- CreateIndex
CREATE UNIQUE INDEX "snitches_token_key" ON "snitches"("token");

-- CreateIndex
CREATE INDEX "snitches_case_id_id_idx" ON "snitches"("case_id", "id");

-- CreateIndex
CREATE INDEX "alerts_case_id_id_idx" ON "alerts"("case_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "alerts_snitch_id_kind_at_key" ON "alerts"("snitch_id", "kind", "at");

-- CreateIndex
CREATE INDEX "notices_snitch_id_idx" ON "notices"("snitch_id");

-- CreateIndex
CREATE INDEX "notices_case_id_idx" ON "notices"("case_id");

-- CreateIndex
CREATE UNIQUE INDEX "notices_alert_id_address_key" ON "notices"("alert_id", "address");

-- CreateIndex
CREATE INDEX "webhooks_case_id_idx" ON "webhooks"("case_id");

-- CreateIndex
CREATE INDEX "deliveries_webhook_id_id_idx" ON "deliveries"("webhook_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "deliveries_alert_id_webhook_id_key" ON "deliveries"("alert_id", "webhook_id");

-- CreateIndex
CREATE INDEX "attempts_notice_id_idx" ON "attempts"("notice_id");

-- CreateIndex
CREATE INDEX "attempts_delivery_id_idx" ON "attempts"("delivery_id");

-- CreateIndex
CREATE INDEX "captured_mails_at_idx" ON "captured_mails"("at");

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "snitches" ADD CONSTRAINT "snitches_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_snitch_id_fkey" FOREIGN KEY ("snitch_id") REFERENCES "snitches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_snitch_id_fkey" FOREIGN KEY ("snitch_id") REFERENCES "snitches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "alerts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_snitch_id_fkey" FOREIGN KEY ("snitch_id") REFERENCES "snitches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "alerts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "notices"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Ids that sort by time, for rows that SQL itself inserts (Postgres has its own only from version 18 on).
CREATE FUNCTION new_id() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
        FROM 1 FOR 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- Months of check-ins. The default one keeps a check-in whose month nobody has made yet: it must not be lost.
CREATE TABLE "check_ins_default" PARTITION OF "check_ins" DEFAULT;
DO $$
DECLARE
  opens timestamptz := date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
  closes timestamptz;
BEGIN
  FOR i IN 1..4 LOOP
    closes := (opens AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
    EXECUTE format(
      'CREATE TABLE %I PARTITION OF check_ins FOR VALUES FROM (%L) TO (%L)',
      'check_ins_' || to_char(opens AT TIME ZONE 'UTC', 'YYYY_MM'), opens, closes);
    opens := closes;
  END LOOP;
END $$;

-- Most check-ins change no indexed column: room on the page keeps them cheap.
ALTER TABLE "snitches" SET (fillfactor = 75);

ALTER TABLE "users" ADD CONSTRAINT "users_email_is_lower_case" CHECK ("email" = lower("email"));

ALTER TABLE "snitches"
  ADD CONSTRAINT "snitches_interval_is_known" CHECK ("interval" IN (
    '1_minute', '2_minute', '3_minute', '5_minute', '10_minute', '15_minute', '30_minute', 'hourly', '2_hour',
    '3_hour', '4_hour', '6_hour', '8_hour', '12_hour', 'daily', 'weekly', 'monthly')),
  ADD CONSTRAINT "snitches_minutes_are_basic" CHECK ("alert_type" = 'basic' OR "interval" NOT LIKE '%minute'),
  ADD CONSTRAINT "snitches_are_watched_by_deadline" CHECK (("deadline" IS NULL) = ("status" IN ('pending', 'paused'))),
  ADD CONSTRAINT "snitches_pause_is_whole" CHECK (
    ("status" = 'paused') = ("paused_at" IS NOT NULL)
    AND ("status" = 'paused') = ("pause_until" IS NOT NULL)
    AND ("status" = 'paused') = ("covered" IS NOT NULL)
    AND COALESCE("pause_until" = 'time', false) = ("pause_ends_at" IS NOT NULL)),
  ADD CONSTRAINT "snitches_pause_covers_a_watched_status" CHECK ("covered" NOT IN ('pending', 'paused'));

CREATE INDEX "snitches_due" ON "snitches" ("deadline") WHERE "deadline" IS NOT NULL;
CREATE INDEX "snitches_pauses_end" ON "snitches" ("pause_ends_at") WHERE "pause_ends_at" IS NOT NULL;

ALTER TABLE "notices" ADD CONSTRAINT "notices_end_once" CHECK ("sent_at" IS NULL OR "gave_up_at" IS NULL);
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_end_once" CHECK ("accepted_at" IS NULL OR "gave_up_at" IS NULL);
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_belong_to_one" CHECK (num_nonnulls("notice_id", "delivery_id") = 1);

CREATE INDEX "notices_owed" ON "notices" ("due_at") WHERE "sent_at" IS NULL AND "gave_up_at" IS NULL;
CREATE INDEX "deliveries_owed" ON "deliveries" ("due_at") WHERE "accepted_at" IS NULL AND "gave_up_at" IS NULL;
