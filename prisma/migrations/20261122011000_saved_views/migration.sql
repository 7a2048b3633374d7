-- CreateTable
CREATE TABLE "saved_views" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "case_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "saved_views_case_id_user_id_name_key" ON "saved_views"("case_id", "user_id", "name");

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_case_id_user_id_fkey" FOREIGN KEY ("case_id", "user_id") REFERENCES "members"("case_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;
