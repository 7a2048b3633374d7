-- A message in a chat is edited whenever its incident is acknowledged, or not any more. Pagers still hear of it once.
DROP INDEX "deliveries_acknowledged_once";
