-- CreateTable
CREATE TABLE "past_settings" (
    "snitch_id" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "settings" JSONB NOT NULL,

    CONSTRAINT "past_settings_pkey" PRIMARY KEY ("snitch_id","until")
);

-- AddForeignKey
ALTER TABLE "past_settings" ADD CONSTRAINT "past_settings_snitch_id_fkey" FOREIGN KEY ("snitch_id") REFERENCES "snitches"("id") ON DELETE CASCADE ON UPDATE CASCADE;
