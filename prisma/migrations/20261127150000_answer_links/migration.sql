-- Whether messages to one member have a link that acknowledges and snoozes without a sign-in.
ALTER TABLE "cases" ADD COLUMN "answer_links" BOOLEAN NOT NULL DEFAULT true;
