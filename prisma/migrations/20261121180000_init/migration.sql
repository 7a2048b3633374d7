-- CreateEnum
CREATE TYPE "plan" AS ENUM ('free', 'starter', 'team', 'business', 'unlimited');

-- CreateEnum
CREATE TYPE "role" AS ENUM ('owner', 'admin', 'member', 'viewer');

-- CreateEnum
CREATE TYPE "api_key_access" AS ENUM ('full', 'read');

-- CreateEnum
CREATE TYPE "link_purpose" AS ENUM ('sign_up', 'verification', 'magic_link', 'password_reset', 'email_change');

-- CreateEnum
CREATE TYPE "actor_kind" AS ENUM ('user', 'api_key', 'operator', 'tattle');

-- CreateEnum
CREATE TYPE "status" AS ENUM ('pending', 'healthy', 'failed', 'errored', 'paused');

-- CreateEnum
CREATE TYPE "alert_type" AS ENUM ('basic', 'smart');

-- CreateEnum
CREATE TYPE "pause_until" AS ENUM ('healthy', 'unpaused', 'time');

-- CreateEnum
CREATE TYPE "alert_kind" AS ENUM ('missing', 'errored', 'reporting', 'paused');

-- CreateEnum
CREATE TYPE "email_kind" AS ENUM ('alert', 'pending_reminder', 'paused_reminder', 'invitation', 'verification', 'magic_link', 'password_reset', 'email_changed', 'webhook_switched_off');

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
    "email_verified_at" TIMESTAMPTZ(3),
    "session_key" UUID NOT NULL DEFAULT gen_random_uuid(),
    "operator_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "identities" (
    "provider" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" UUID NOT NULL,

    CONSTRAINT "identities_pkey" PRIMARY KEY ("provider","subject")
);

-- CreateTable
CREATE TABLE "email_links" (
    "id" UUID NOT NULL,
    "purpose" "link_purpose" NOT NULL,
    "token_hash" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" UUID,

    CONSTRAINT "email_links_pkey" PRIMARY KEY ("id")
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
CREATE TABLE "invitations" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" "role" NOT NULL,
    "token_hash" TEXT NOT NULL,
    "invited_by" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "case_id" UUID NOT NULL,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_kind" "actor_kind" NOT NULL,
    "actor_id" UUID,
    "actor_name" TEXT NOT NULL,
    "address" TEXT NOT NULL DEFAULT '',
    "action" TEXT NOT NULL,
    "resource_id" TEXT NOT NULL,
    "resource_name" TEXT NOT NULL,
    "facts" JSONB NOT NULL DEFAULT '{}',
    "case_id" UUID NOT NULL,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "access" "api_key_access" NOT NULL DEFAULT 'full',
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_id" UUID,
    "case_id" UUID NOT NULL,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "snitches" (
    "id" UUID NOT NULL,
    "token" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "notes" TEXT NOT NULL DEFAULT '',
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "alert_email" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "interval" TEXT NOT NULL,
    "alert_type" "alert_type" NOT NULL DEFAULT 'basic',
    "status" "status" NOT NULL DEFAULT 'pending',
    "deadline" TIMESTAMPTZ(3),
    "checked_in_at" TIMESTAMPTZ(3),
    "errored_at" TIMESTAMPTZ(3),
    "missing_since" TIMESTAMPTZ(3),
    "arrivals_ms" DOUBLE PRECISION[] DEFAULT ARRAY[]::DOUBLE PRECISION[],
    "last_arrival_period" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
    "pause_until" "pause_until",
    "pause_ends_at" TIMESTAMPTZ(3),
    "status_before_pause" "status",
    "counted_hour" TIMESTAMPTZ(3),
    "hour_count" INTEGER NOT NULL DEFAULT 0,
    "counted_minute" TIMESTAMPTZ(3),
    "refused_minute" TIMESTAMPTZ(3),
    "deferred_since" TIMESTAMPTZ(3),
    "rescheduled_at" TIMESTAMPTZ(3),
    "reminded_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "case_id" UUID NOT NULL,

    CONSTRAINT "snitches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pauses" (
    "id" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "snitch_id" UUID NOT NULL,

    CONSTRAINT "pauses_pkey" PRIMARY KEY ("id")
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
    "accepted" BOOLEAN NOT NULL DEFAULT true,
    "snitch_id" UUID NOT NULL,

    CONSTRAINT "check_ins_pkey" PRIMARY KEY ("snitch_id","at","id")
) PARTITION BY RANGE ("at");

-- CreateTable
CREATE TABLE "journals" (
    "id" UUID NOT NULL,
    "owner" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "journals_pkey" PRIMARY KEY ("id")
);

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
CREATE TABLE "emails" (
    "id" UUID NOT NULL,
    "kind" "email_kind" NOT NULL DEFAULT 'alert',
    "address" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "gave_up_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "facts" JSONB,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "case_id" UUID,
    "alert_id" UUID,
    "snitch_id" UUID,
    "batch_id" UUID,

    CONSTRAINT "emails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_batches" (
    "id" UUID NOT NULL,
    "content" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "email_batches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhooks" (
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "channel" TEXT NOT NULL DEFAULT 'webhook',
    "secret" TEXT NOT NULL,
    "old_secret" TEXT,
    "old_secret_until" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "case_id" UUID NOT NULL,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "id" UUID NOT NULL,
    "body" TEXT,
    "accepted_at" TIMESTAMPTZ(3),
    "gave_up_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "alert_id" UUID,
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
    "response" TEXT NOT NULL DEFAULT '',
    "email_id" UUID,
    "delivery_id" UUID,

    CONSTRAINT "attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "captured_emails" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "from" TEXT NOT NULL,
    "to" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "captured_emails_pkey" PRIMARY KEY ("id")
);

-- Unlogged: the counts matter for minutes, and a crash may lose them.
CREATE UNLOGGED TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "identities_user_id_idx" ON "identities"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "email_links_token_hash_key" ON "email_links"("token_hash");

-- CreateIndex
CREATE INDEX "email_links_user_id_idx" ON "email_links"("user_id");

-- CreateIndex
CREATE INDEX "email_links_expires_at_idx" ON "email_links"("expires_at");

-- CreateIndex
CREATE INDEX "members_user_id_idx" ON "members"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");

-- CreateIndex
CREATE INDEX "invitations_email_idx" ON "invitations"("email");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_case_id_email_key" ON "invitations"("case_id", "email");

-- CreateIndex
CREATE INDEX "audit_events_case_id_id_idx" ON "audit_events"("case_id", "id");

-- CreateIndex
CREATE INDEX "audit_events_at_idx" ON "audit_events"("at");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE INDEX "api_keys_case_id_idx" ON "api_keys"("case_id");

-- CreateIndex
CREATE INDEX "api_keys_created_by_id_idx" ON "api_keys"("created_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "snitches_token_key" ON "snitches"("token");

-- CreateIndex
CREATE INDEX "snitches_case_id_id_idx" ON "snitches"("case_id", "id");

-- CreateIndex
CREATE INDEX "pauses_snitch_id_ends_at_idx" ON "pauses"("snitch_id", "ends_at");

-- CreateIndex
CREATE INDEX "alerts_case_id_id_idx" ON "alerts"("case_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "alerts_snitch_id_kind_at_key" ON "alerts"("snitch_id", "kind", "at");

-- CreateIndex
CREATE INDEX "emails_snitch_id_idx" ON "emails"("snitch_id");

-- CreateIndex
CREATE INDEX "emails_case_id_idx" ON "emails"("case_id");

-- CreateIndex
CREATE UNIQUE INDEX "emails_alert_id_address_key" ON "emails"("alert_id", "address");

-- CreateIndex
CREATE INDEX "webhooks_case_id_idx" ON "webhooks"("case_id");

-- CreateIndex
CREATE INDEX "deliveries_webhook_id_id_idx" ON "deliveries"("webhook_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "deliveries_alert_id_webhook_id_key" ON "deliveries"("alert_id", "webhook_id");

-- CreateIndex
CREATE INDEX "attempts_email_id_idx" ON "attempts"("email_id");

-- CreateIndex
CREATE INDEX "attempts_delivery_id_idx" ON "attempts"("delivery_id");

-- CreateIndex
CREATE INDEX "captured_emails_at_idx" ON "captured_emails"("at");

-- AddForeignKey
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_links" ADD CONSTRAINT "email_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "snitches" ADD CONSTRAINT "snitches_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pauses" ADD CONSTRAINT "pauses_snitch_id_fkey" FOREIGN KEY ("snitch_id") REFERENCES "snitches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_snitch_id_fkey" FOREIGN KEY ("snitch_id") REFERENCES "snitches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_snitch_id_fkey" FOREIGN KEY ("snitch_id") REFERENCES "snitches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "emails" ADD CONSTRAINT "emails_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "emails" ADD CONSTRAINT "emails_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "alerts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "emails" ADD CONSTRAINT "emails_snitch_id_fkey" FOREIGN KEY ("snitch_id") REFERENCES "snitches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "emails" ADD CONSTRAINT "emails_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "email_batches"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_alert_id_fkey" FOREIGN KEY ("alert_id") REFERENCES "alerts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_email_id_fkey" FOREIGN KEY ("email_id") REFERENCES "emails"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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

-- One partition for each month. The default partition takes check-ins whose month has no partition yet.
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

-- Most check-ins change no indexed column. Free space on each page allows cheap (HOT) updates.
ALTER TABLE "snitches" SET (fillfactor = 75);

ALTER TABLE "users" ADD CONSTRAINT "users_email_is_lower_case" CHECK ("email" = lower("email"));

ALTER TABLE "snitches"
  ADD CONSTRAINT "snitches_interval_is_known" CHECK ("interval" IN (
    '1_minute', '2_minute', '3_minute', '5_minute', '10_minute', '15_minute', '30_minute', 'hourly', '2_hour',
    '3_hour', '4_hour', '6_hour', '8_hour', '12_hour', 'daily', 'weekly', 'monthly')),
  ADD CONSTRAINT "snitches_minutes_are_basic" CHECK ("alert_type" = 'basic' OR "interval" NOT LIKE '%minute'),
  ADD CONSTRAINT "snitches_have_a_deadline_while_monitored" CHECK (("deadline" IS NULL) = ("status" IN ('pending', 'paused'))),
  ADD CONSTRAINT "snitches_pause_is_complete" CHECK (
    ("status" = 'paused') = ("paused_at" IS NOT NULL)
    AND ("status" = 'paused') = ("pause_until" IS NOT NULL)
    AND ("status" = 'paused') = ("status_before_pause" IS NOT NULL)
    AND COALESCE("pause_until" = 'time', false) = ("pause_ends_at" IS NOT NULL)),
  ADD CONSTRAINT "snitches_pause_returns_to_a_monitored_status" CHECK ("status_before_pause" NOT IN ('pending', 'paused'));

CREATE INDEX "snitches_due" ON "snitches" ("deadline") WHERE "deadline" IS NOT NULL;
CREATE INDEX "snitches_pauses_end" ON "snitches" ("pause_ends_at") WHERE "pause_ends_at" IS NOT NULL;

ALTER TABLE "emails" ADD CONSTRAINT "emails_end_once" CHECK ("sent_at" IS NULL OR "gave_up_at" IS NULL);
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_end_once" CHECK ("accepted_at" IS NULL OR "gave_up_at" IS NULL);
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_belong_to_one" CHECK (num_nonnulls("email_id", "delivery_id") = 1);

CREATE INDEX "emails_pending" ON "emails" ("due_at") WHERE "sent_at" IS NULL AND "gave_up_at" IS NULL;
CREATE INDEX "deliveries_pending" ON "deliveries" ("due_at") WHERE "accepted_at" IS NULL AND "gave_up_at" IS NULL;

ALTER TABLE "emails"
  ADD CONSTRAINT "emails_about_an_alert_name_it" CHECK (("kind" = 'alert') = ("alert_id" IS NOT NULL)),
  ADD CONSTRAINT "emails_about_a_snitch_name_it" CHECK (
    ("kind" IN ('alert', 'pending_reminder', 'paused_reminder')) = ("snitch_id" IS NOT NULL)
    AND ("snitch_id" IS NULL OR "case_id" IS NOT NULL));
ALTER TABLE "pauses" ADD CONSTRAINT "pauses_end_after_they_start" CHECK ("starts_at" <= "ends_at");
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_have_a_body" CHECK ("alert_id" IS NOT NULL OR "body" IS NOT NULL);
ALTER TABLE "webhooks"
  ADD CONSTRAINT "webhooks_fail_since_their_first_failure" CHECK (("failures" = 0) = ("failing_since" IS NULL));

-- Partial indexes for queries that look for the few snitches or e-mails in a rare state.
CREATE INDEX "snitches_waiting" ON "snitches" ((COALESCE("paused_at", "created_at"))) WHERE "status" IN ('pending', 'paused');
CREATE INDEX "snitches_missing" ON "snitches" ("missing_since") WHERE "status" = 'failed';
CREATE INDEX "snitches_deferred" ON "snitches" ("deferred_since") WHERE "deferred_since" IS NOT NULL;
CREATE INDEX "emails_in_batches" ON "emails" ("batch_id") WHERE "batch_id" IS NOT NULL;

-- The history can show errors alone, even where one error stands among a million healthy check-ins.
CREATE INDEX "check_ins_errors" ON "check_ins" ("snitch_id", "at", "id") WHERE "exit_status" NOT IN ('', '0');
