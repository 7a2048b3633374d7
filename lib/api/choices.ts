/** The questions that the specification leaves open, and our responses. The reference page shows them. */
export const CHOICES: [question: string, answer: string][] = [
  [
    "Success",
    "List, show, create, update and tags return 200. Pause, unpause and delete return 204 without a body.",
  ],
  [
    "Lists",
    "Each entry is the complete object, including `notes` and `check_in_url`. Lists are not paginated.",
  ],
  [
    "Limits",
    "A name has at most 255 characters, notes at most 10,000, a tag at most 64. A snitch has at most 50 tags and 20 addresses. A request body has at most 1 MiB, a configuration file 8 MiB.",
  ],
  [
    "Content types",
    "A body is read as JSON, whatever its `Content-Type`. A missing body or `[]` counts as an empty object. A body that is not UTF-8 is malformed.",
  ],
  [
    "Addresses",
    "Raw UTF-8, spaces and extra slashes are accepted. A path with an empty token or tag is unknown. A request that is not valid HTTP gets 400, 408 or 431 with the type `request_malformed`.",
  ],
  [
    "Unknown attributes",
    "Unknown and read-only attributes are ignored, so an update can send back a complete object.",
  ],
  [
    "Null",
    "For `tags`, `notes` and `alert_email`, `null` means none. For `alert_type`, `null` is the same as leaving it out.",
  ],
  [
    "Pausing a pending snitch",
    "It is refused with 422 `resource_invalid`. A snitch can be paused after its first check-in.",
  ],
  [
    "When a pause ends",
    "Without `until`, or with `null`, the next healthy check-in ends the pause. An empty string is refused. `until` takes an ISO 8601 date or time in the basic or extended format, with or without seconds. A time without a zone is UTC, and a date means midnight UTC. Week dates and ordinal dates are not supported.",
  ],
  [
    "After unpausing",
    "The snitch returns to the status that it had before the pause, or the one that check-ins during the pause gave it. A new period starts.",
  ],
  ["Removing a tag that the snitch does not have", "It returns 200 with the unchanged tags."],
  [
    "The tags `.` and `..`",
    "They are refused. Clients resolve them in a path, so removing such a tag would delete the snitch.",
  ],
  [
    "On hold",
    "Creating or updating a snitch or maintenance and adding tags are refused with 402 `account_on_hold`. Listing, showing, pausing, unpausing, deleting and removing tags still work.",
  ],
  [
    "Maintenance",
    "A window from `starts_at` to `ends_at` lasts at most 31 days, a window of a schedule at most 7 days. A case has at most 200 maintenance entries. Deleted snitches disappear from `snitches`.",
  ],
  [
    "Smaller plans",
    "After a change to a smaller plan, existing snitches stay as they are. Only a new value that the plan does not include is refused, with 422.",
  ],
  [
    "Rate limit",
    "Each API key has a limit of requests per minute. Every response has the headers `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` (a Unix time in seconds).",
  ],
  [
    "Keys",
    "A key can expire, and it can be read-only. A change with a read-only key is refused with 401 `api_key_invalid`.",
  ],
  [
    "Prometheus",
    "`GET /v1/metrics` returns the state of each snitch in the Prometheus text format. `tags` filters it as in the list. In the scrape configuration, the API key is the user name of `basic_auth`.",
  ],
  [
    "Server errors",
    "A 500 response has a request id in its body and in `X-Request-Id`. It is always an error of the server, never of the request.",
  ],
];
