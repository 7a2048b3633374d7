-- What Opsgenie's clients say of a heartbeat and a snitch has no place for.
ALTER TABLE "snitches" ADD COLUMN "opsgenie" JSONB CHECK (octet_length("opsgenie"::text) <= 4096);
