import { BODY_ERRORS, type Operation } from "@/lib/api/operation";
import { snitchLimitChange } from "@/lib/cases/input";

export const showSentryDsn: Operation = {
  id: "showSentryDsn",
  method: "GET",
  path: "/v1/sentry_dsn",
  title: "Show the Sentry DSN",
  description:
    "Returns the DSN with which Sentry clients send their check-ins to the case. It needs a key with full access.",
  response: "SentryDsn",
  errors: [],
};

export const changeSentryDsn: Operation = {
  id: "changeSentryDsn",
  method: "PATCH",
  path: "/v1/sentry_dsn",
  title: "Change the limit of the Sentry DSN",
  description:
    "Sets how many snitches check-ins with the DSN may add in total: 1000 at first, null for any number.",
  body: { schema: snitchLimitChange, name: "SnitchLimit" },
  response: "SentryDsn",
  errors: [...BODY_ERRORS],
};
