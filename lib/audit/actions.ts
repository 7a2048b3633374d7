/** Every action of the audit log, in words that the name of the changed resource follows. */
export const ACTIONS = {
  "case.created": "created the case",
  "case.changed": "changed the settings of",
  "case.plan_changed": "changed the plan of",
  "case.held": "put on hold",
  "case.released": "released from hold",
  "snitch.created": "added the snitch",
  "snitch.changed": "changed the snitch",
  "snitch.tagged": "tagged the snitch",
  "snitch.untagged": "removed a tag from the snitch",
  "snitch.paused": "paused the snitch",
  "snitch.unpaused": "unpaused the snitch",
  "snitch.checked_in": "checked in manually for the snitch",
  "snitch.removed": "deleted the snitch",
  "webhook.added": "added the webhook",
  "webhook.removed": "removed the webhook",
  "webhook.secret_rotated": "rotated the secret of the webhook",
  "webhook.switched_off": "switched off the webhook",
  "webhook.switched_on": "switched on the webhook",
  "api_key.created": "created the API key",
  "api_key.revoked": "revoked the API key",
  "member.invited": "invited",
  "member.withdrawn": "withdrew the invitation of",
  "member.joined": "joined the case",
  "member.role_changed": "changed the role of",
  "member.removed": "removed",
  "member.left": "left the case",
  "recipient.asked": "asked to confirm the address",
  "recipient.confirmed": "confirmed the address",
  "recipient.left": "unsubscribed",
  "recipient.returned": "resubscribed",
  "recipient.changed": "changed the e-mail frequency of",
  "case.handed_over": "transferred the case to",
} as const;

export type Action = keyof typeof ACTIONS;

/** The kinds of resources that the log can be filtered by: the part of an action before its dot. */
export const RESOURCES = ["snitch", "webhook", "api_key", "member", "recipient", "case"] as const;
