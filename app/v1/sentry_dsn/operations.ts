import type { Operation } from "@/lib/api/operation";

export const showSentryDsn: Operation = {
  id: "showSentryDsn",
  method: "GET",
  path: "/v1/sentry_dsn",
  title: "Show the Sentry DSN",
  description:
    "Returns the DSN with which clients of Sentry send their check-ins to the case. It needs a key with full access.",
  response: "SentryDsn",
  errors: [],
};
