-- CreateTable
CREATE TABLE "pages" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "visibility" TEXT NOT NULL,
    "networks" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "key" TEXT,
    "password_hash" TEXT,
    "password_id" UUID,
    "settings" JSONB NOT NULL,
    "logo" BYTEA,
    "logo_dark" BYTEA,
    "case_id" UUID NOT NULL,

    CONSTRAINT "pages_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "pages_visibility_check" CHECK ("visibility" IN ('hidden', 'public', 'link', 'password')),
    CONSTRAINT "pages_opened_by_check" CHECK (("visibility" <> 'link' OR "key" IS NOT NULL) AND ("visibility" <> 'password' OR "password_hash" IS NOT NULL)),
    CONSTRAINT "pages_password_check" CHECK (("password_hash" IS NULL) = ("password_id" IS NULL))
);

-- CreateTable
CREATE TABLE "page_components" (
    "id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "group_name" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "tag" TEXT,
    "page_id" UUID NOT NULL,
    "snitch_id" UUID,

    CONSTRAINT "page_components_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "page_components_subject_check" CHECK ("tag" IS NULL OR "snitch_id" IS NULL)
);

-- CreateIndex
CREATE UNIQUE INDEX "pages_slug_key" ON "pages"("slug");

-- CreateIndex
CREATE INDEX "pages_case_id_idx" ON "pages"("case_id");

-- CreateIndex
CREATE INDEX "page_components_page_id_idx" ON "page_components"("page_id");

-- CreateIndex
CREATE INDEX "page_components_snitch_id_idx" ON "page_components"("snitch_id");

-- AddForeignKey
ALTER TABLE "pages" ADD CONSTRAINT "pages_id_fkey" FOREIGN KEY ("id") REFERENCES "shares"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pages" ADD CONSTRAINT "pages_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "page_components" ADD CONSTRAINT "page_components_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "pages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "page_components" ADD CONSTRAINT "page_components_snitch_id_fkey" FOREIGN KEY ("snitch_id") REFERENCES "snitches"("id") ON DELETE CASCADE ON UPDATE CASCADE;
