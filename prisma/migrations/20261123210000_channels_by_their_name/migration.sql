-- The table of channels was called webhooks, because those were the first. The version before (0.1.0) may run beside this one during an
-- upgrade, and after a way back: it finds its names in a view and in two columns, which the release after 0.2.0 drops.

ALTER TABLE "webhooks" RENAME TO "channels";
ALTER TABLE "channels" RENAME COLUMN "channel" TO "kind";
ALTER TABLE "channels" RENAME CONSTRAINT "webhooks_pkey" TO "channels_pkey";
ALTER TABLE "channels" RENAME CONSTRAINT "webhooks_case_id_fkey" TO "channels_case_id_fkey";
ALTER TABLE "channels" RENAME CONSTRAINT "webhooks_user_id_fkey" TO "channels_user_id_fkey";
ALTER TABLE "channels" RENAME CONSTRAINT "webhooks_fail_since_their_first_failure" TO "channels_fail_since_their_first_failure";
ALTER TABLE "channels" RENAME CONSTRAINT "webhooks_have_settings_by_kind" TO "channels_have_settings_by_kind";
ALTER INDEX "webhooks_case_id_idx" RENAME TO "channels_case_id_idx";
ALTER INDEX "webhooks_case_id_key_key" RENAME TO "channels_case_id_key_key";
ALTER INDEX "webhooks_default" RENAME TO "channels_default";
ALTER INDEX "webhooks_of_budget" RENAME TO "channels_of_budget";
ALTER TRIGGER "webhooks_keep_drill_messages" ON "channels" RENAME TO "channels_keep_drill_messages";

ALTER TABLE "deliveries" RENAME COLUMN "webhook_id" TO "channel_id";
ALTER TABLE "deliveries" RENAME CONSTRAINT "deliveries_webhook_id_fkey" TO "deliveries_channel_id_fkey";
ALTER INDEX "deliveries_alert_id_webhook_id_key" RENAME TO "deliveries_alert_id_channel_id_key";
ALTER INDEX "deliveries_webhook_id_id_idx" RENAME TO "deliveries_channel_id_id_idx";
ALTER INDEX "deliveries_pending_of_a_webhook" RENAME TO "deliveries_pending_of_a_channel";

ALTER TABLE "escalation_steps" RENAME COLUMN "webhook_ids" TO "channel_ids";

CREATE OR REPLACE FUNCTION keep_drill_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO drill_messages (id, kind, name, accepted_at, gave_up_at, confirmed_at, confirmed_by, drill_id)
  SELECT m.id, OLD.kind, coalesce(m.channel_name, OLD.name), m.accepted_at, m.gave_up_at, m.confirmed_at, m.confirmed_by, m.drill_id
  FROM deliveries m JOIN drills d ON d.id = m.drill_id
  WHERE m.channel_id = OLD.id AND m.event = 'drill';
  RETURN OLD;
END $$;

-- For version 0.1.0. Postgres passes every change of this view on to the table.
CREATE VIEW "webhooks" AS
  SELECT "id", "case_id", "url", "secret", "old_secret", "old_secret_until", "disabled_at", "failing_since", "failures", "created_at",
    "tags_any", "tags_all", "tags_none", "min_severity", "causes", "is_default", "kind" AS "channel", "name", "settings",
    "disabled_reason", "budget", "limited_until", "user_id", "key"
  FROM "channels";

ALTER TABLE "deliveries" ADD COLUMN "webhook_id" UUID;
-- Writes the table once, and leaves no dead rows as an UPDATE would.
ALTER TABLE "deliveries" ALTER COLUMN "webhook_id" TYPE UUID USING "channel_id";
CREATE UNIQUE INDEX "deliveries_alert_id_webhook_id_key" ON "deliveries" ("alert_id", "webhook_id");
CREATE FUNCTION name_channel_of_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.channel_id := coalesce(NEW.channel_id, NEW.webhook_id);
  NEW.webhook_id := NEW.channel_id;
  RETURN NEW;
END $$;
CREATE TRIGGER "deliveries_have_both_names" BEFORE INSERT ON "deliveries"
  FOR EACH ROW EXECUTE FUNCTION name_channel_of_delivery();

ALTER TABLE "escalation_steps" ADD COLUMN "webhook_ids" UUID[] DEFAULT ARRAY[]::UUID[];
UPDATE "escalation_steps" SET "webhook_ids" = "channel_ids";
CREATE FUNCTION name_channels_of_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(NEW.channel_ids) = 0 THEN NEW.channel_ids := NEW.webhook_ids; END IF;
  NEW.webhook_ids := NEW.channel_ids;
  RETURN NEW;
END $$;
CREATE TRIGGER "escalation_steps_have_both_names" BEFORE INSERT ON "escalation_steps"
  FOR EACH ROW EXECUTE FUNCTION name_channels_of_step();
