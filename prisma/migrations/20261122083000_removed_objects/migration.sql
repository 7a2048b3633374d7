-- CreateTable
CREATE TABLE "removed_objects" (
    "key" TEXT NOT NULL,

    CONSTRAINT "removed_objects_pkey" PRIMARY KEY ("key")
);

-- An output goes with its snitch, its case or its age. Whatever deletes it, its object must be deleted from the bucket.
CREATE FUNCTION note_removed_objects() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO removed_objects SELECT location FROM removed WHERE location IS NOT NULL ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "outputs_note_removed_objects" AFTER DELETE ON "outputs"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION note_removed_objects();
