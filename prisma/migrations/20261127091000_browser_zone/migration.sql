-- The zone of the browser in which a person first signed in. E-mails use it until they choose one.
ALTER TABLE "users" ADD COLUMN "browser_zone" TEXT;
