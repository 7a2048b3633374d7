-- What the check-in URL of a snitch ends with: its token, until the URL is replaced. The previous version does not write the column,
-- and no row may be without it.
ALTER TABLE "snitches" ADD COLUMN "check_in_key" TEXT NOT NULL DEFAULT '';
UPDATE "snitches" SET "check_in_key" = "token";
CREATE UNIQUE INDEX "snitches_check_in_key_key" ON "snitches"("check_in_key");

CREATE FUNCTION set_check_in_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.check_in_key := NEW.token;
  RETURN NEW;
END $$;
CREATE TRIGGER "snitches_set_check_in_key" BEFORE INSERT ON "snitches"
  FOR EACH ROW WHEN (NEW.check_in_key = '') EXECUTE FUNCTION set_check_in_key();

CREATE TABLE "former_check_in_keys" (
    "key" TEXT NOT NULL,
    "works_until" TIMESTAMPTZ(3) NOT NULL,
    "check_ins" INTEGER NOT NULL DEFAULT 0,
    "last_address" TEXT NOT NULL DEFAULT '',
    "last_at" TIMESTAMPTZ(3),
    "snitch_id" UUID NOT NULL,

    CONSTRAINT "former_check_in_keys_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "former_check_in_keys_snitch_id_idx" ON "former_check_in_keys"("snitch_id");
ALTER TABLE "former_check_in_keys" ADD CONSTRAINT "former_check_in_keys_snitch_id_fkey" FOREIGN KEY ("snitch_id") REFERENCES "snitches"("id") ON DELETE CASCADE ON UPDATE CASCADE;
