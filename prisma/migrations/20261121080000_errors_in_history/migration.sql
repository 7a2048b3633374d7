-- The history shows errors alone, also where one is a needle among a million healthy check-ins, which it costs nothing.
CREATE INDEX "check_ins_errors" ON "check_ins" ("snitch_id", "at", "id") WHERE "exit_status" NOT IN ('', '0');
