-- CreateTable
CREATE TABLE "output_texts" (
    "output_id" UUID NOT NULL,
    "case_id" UUID NOT NULL,
    "snitch_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "output_texts_pkey" PRIMARY KEY ("output_id")
);

-- CreateIndex
CREATE INDEX "output_texts_case_id_run_id_idx" ON "output_texts"("case_id", "run_id");

-- CreateIndex
CREATE INDEX "output_texts_snitch_id_idx" ON "output_texts"("snitch_id");

-- CreateIndex
CREATE INDEX "output_texts_words_idx" ON "output_texts" USING GIN ("words");

-- AddForeignKey
ALTER TABLE "output_texts" ADD CONSTRAINT "output_texts_output_id_fkey" FOREIGN KEY ("output_id") REFERENCES "outputs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
