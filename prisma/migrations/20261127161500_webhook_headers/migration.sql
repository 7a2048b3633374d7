-- A webhook may have headers and a body of its own, which are secret or long: they are in its settings, as those of the other kinds.
ALTER TABLE "channels" DROP CONSTRAINT "channels_have_settings_by_kind";
ALTER TABLE "channels" ADD CONSTRAINT "channels_have_settings_by_kind" CHECK ("kind" = 'webhook' OR "settings" IS NOT NULL);
