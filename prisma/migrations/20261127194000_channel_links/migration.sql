-- Whether messages to chats have a link by which everybody who reads them acknowledges and snoozes.
ALTER TABLE "cases" ADD COLUMN "channel_links" BOOLEAN NOT NULL DEFAULT false;
