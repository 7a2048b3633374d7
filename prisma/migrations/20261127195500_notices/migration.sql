-- CreateTable
CREATE TABLE "notices" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "affected" JSONB NOT NULL DEFAULT '[]',
    "summary" TEXT NOT NULL DEFAULT '',
    "incident_ids" UUID[],
    "starts_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "is_automatic" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" TEXT NOT NULL,
    "case_id" UUID NOT NULL,
    "maintenance_id" UUID,

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "notices_kind_check" CHECK ("kind" IN ('incident', 'maintenance', 'news'))
);

-- CreateTable
CREATE TABLE "notice_updates" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT,
    "text" TEXT NOT NULL,
    "written_by" TEXT NOT NULL,
    "notice_id" UUID NOT NULL,

    CONSTRAINT "notice_updates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notice_pages" (
    "notice_id" UUID NOT NULL,
    "page_id" UUID NOT NULL,

    CONSTRAINT "notice_pages_pkey" PRIMARY KEY ("notice_id","page_id")
);

-- CreateIndex
CREATE INDEX "notices_case_id_id_idx" ON "notices"("case_id", "id");

-- CreateIndex
CREATE INDEX "notices_maintenance_id_idx" ON "notices"("maintenance_id");

-- CreateIndex
CREATE INDEX "notice_updates_notice_id_at_idx" ON "notice_updates"("notice_id", "at");

-- CreateIndex
CREATE INDEX "notice_pages_page_id_idx" ON "notice_pages"("page_id");

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notices" ADD CONSTRAINT "notices_maintenance_id_fkey" FOREIGN KEY ("maintenance_id") REFERENCES "maintenance"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notice_updates" ADD CONSTRAINT "notice_updates_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "notices"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notice_pages" ADD CONSTRAINT "notice_pages_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "notices"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notice_pages" ADD CONSTRAINT "notice_pages_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "pages"("id") ON DELETE CASCADE ON UPDATE CASCADE;
