/** What the specification leaves open, and what we made of it. */
export const CHOICES: [question: string, answer: string][] = [
  [
    "Success",
    "List, show, create, update and tags answer 200; pause, unpause and delete answer 204 without a body.",
  ],
  ["Lists", "An entry is the whole object, `notes` and `check_in_url` included. Lists have no pages."],
  [
    "Limits",
    "A name has at most 255 characters, notes 10,000, a tag 64; a snitch has at most 50 tags and 20 addresses; a body 1 MiB.",
  ],
  [
    "Content types",
    "A body is read as JSON, whatever it is labelled. An absent body is an empty object. A body that is not UTF-8 is malformed.",
  ],
  [
    "Unknown attributes",
    "They are ignored, as are read-only ones, so that a whole object can be sent back on update.",
  ],
  [
    "Null",
    "`null` for `tags`, `notes` or `alert_email` means none; for `alert_type` it means that it is not given.",
  ],
  [
    "Pausing a pending snitch",
    "Is refused with 422 `resource_invalid`: it can be paused once it has checked in.",
  ],
  [
    "When a pause ends",
    "`until` takes any date or time of ISO 8601, basic or extended, with or without seconds; one without a zone is UTC, and a date is its midnight. Weeks and days of the year are not understood.",
  ],
  [
    "After unpausing",
    "A snitch returns to the status that the pause covered, and is granted a fresh period.",
  ],
  ["Removing a tag that is not there", "Answers 200 with the tags as they are."],
  [
    "Tags that are only dots",
    "`.` and `..` are refused: clients resolve them in a path, so that removing such a tag would delete the snitch.",
  ],
  [
    "On hold",
    "Creating, updating and adding tags are refused with 402 `account_on_hold`. Listing, showing, pausing, unpausing, deleting and removing tags go on.",
  ],
  [
    "Smaller plans",
    "What a larger plan once allowed stays as it is. Only a new choice beyond the plan is refused, with 422.",
  ],
  [
    "Rate",
    "Each API key has an allowance per minute: `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` (seconds since 1970) stand on every answer.",
  ],
  [
    "Keys",
    "A key may have an expiry, and may be one that only reads: a change with it is refused with 401 `api_key_invalid`.",
  ],
  [
    "Prometheus",
    "`GET /v1/metrics` tells the state of each snitch in Prometheus’ text format, narrowed by `tags` like the list. In its scrape settings the key is the user name of `basic_auth`.",
  ],
  [
    "Faults",
    "500 carries a request id in its body and in `X-Request-Id`. It is never the fault of a request.",
  ],
];
