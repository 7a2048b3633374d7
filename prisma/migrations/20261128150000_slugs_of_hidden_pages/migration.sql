-- A page that is hidden has no address yet: its slug says nothing to other cases.
DROP INDEX "pages_slug_key";
DROP INDEX "pages_case_id_idx";
CREATE UNIQUE INDEX "pages_case_id_slug_key" ON "pages"("case_id", "slug");
CREATE UNIQUE INDEX "pages_slug_published" ON "pages"("slug") WHERE "visibility" <> 'hidden';
