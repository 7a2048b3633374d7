-- CreateTable
CREATE TABLE "page_incidents" (
    "page_id" UUID NOT NULL,
    "incident_id" UUID NOT NULL,

    CONSTRAINT "page_incidents_pkey" PRIMARY KEY ("page_id","incident_id")
);

-- CreateIndex
CREATE INDEX "page_incidents_incident_id_idx" ON "page_incidents"("incident_id");

-- AddForeignKey
ALTER TABLE "page_incidents" ADD CONSTRAINT "page_incidents_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "pages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "page_incidents" ADD CONSTRAINT "page_incidents_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incidents"("id") ON DELETE CASCADE ON UPDATE CASCADE;
