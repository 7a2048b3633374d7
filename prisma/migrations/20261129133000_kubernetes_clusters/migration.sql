-- CreateTable
CREATE TABLE "kubernetes_clusters" (
    "cluster" TEXT NOT NULL,
    "cron_jobs" JSONB NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "case_id" UUID NOT NULL,

    CONSTRAINT "kubernetes_clusters_pkey" PRIMARY KEY ("case_id","cluster")
);

-- CreateIndex
CREATE INDEX "kubernetes_clusters_seen_at_idx" ON "kubernetes_clusters"("seen_at");

-- AddForeignKey
ALTER TABLE "kubernetes_clusters" ADD CONSTRAINT "kubernetes_clusters_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;
