-- CreateTable
CREATE TABLE "shares" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT NOT NULL,
    "last_read_at" TIMESTAMPTZ(3),
    "case_id" UUID NOT NULL,
    "snitch_id" UUID,

    CONSTRAINT "shares_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "shares_case_id_idx" ON "shares"("case_id");

-- CreateIndex
CREATE INDEX "shares_snitch_id_idx" ON "shares"("snitch_id");

-- AddForeignKey
ALTER TABLE "shares" ADD CONSTRAINT "shares_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shares" ADD CONSTRAINT "shares_snitch_id_fkey" FOREIGN KEY ("snitch_id") REFERENCES "snitches"("id") ON DELETE CASCADE ON UPDATE CASCADE;
