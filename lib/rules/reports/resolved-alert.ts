/** Whether a JSON body is what Alertmanager, and anyone who speaks its format, sends to a webhook once an alert is resolved. */
export function isResolvedAlert(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  const { version, groupKey, alerts, status } = body as Record<string, unknown>;
  const isNotification = typeof version === "string" && typeof groupKey === "string" && Array.isArray(alerts);
  return isNotification && status === "resolved";
}
