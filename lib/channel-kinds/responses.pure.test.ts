import { describe, expect, test } from "vitest";
import { formatMeaning, interpreting } from "@/testing/meaning-of";
import { ALL_KINDS, findKind } from "./find";

test.each(ALL_KINDS.filter(({ kind }) => kind !== "webhook"))(
  "$kind waits as long as a limit asks, at most an hour, and tries again after an error of a server",
  (kind) => {
    const meaningOf = (status: number, headers = {}) =>
      formatMeaning(interpreting(kind)(status, "", headers));
    expect([500, 502, 503].map((status) => meaningOf(status))).toEqual(["retry", "retry", "retry"]);
    expect(meaningOf(429)).toBe("wait 60000");
    expect(meaningOf(429, { "retry-after": "28.7" })).toBe("wait 28700");
    expect(meaningOf(429, { "retry-after": "90000" })).toBe("wait 3600000");
  },
);

const googleChatError = (status: string, message = "") => ({ error: { status, message } });
const gotifyError = (errorCode: number) => ({ error: "…", errorCode, errorDescription: "…" });
const mattermostError = (id: string, status_code: number) => ({ id, message: "", status_code });
const twilioError = (code: number, status = 400) => ({ code, message: "…", status });
const zulipError = (code: string, msg = "") => ({ result: "error", code, msg });

/** What each service responds with besides, from its documentation and its source, and what that means. */
const RESPONSES: Record<string, [status: number, text: string | object, meaning: string][]> = {
  alertmanager: [
    [200, "", "accepted"],
    [400, '"bad label"', "final"],
    [401, "", "final, off"],
    [403, "", "final, off"],
    [404, "404 page not found", "retry"],
    [500, '"internal"', "retry"],
  ],
  apprise: [
    [200, "", "accepted"],
    [204, "", "final, off"],
    [400, { error: "Bad FORM Payload provided" }, "final"],
    [401, "", "final, off"],
    [404, "404 page not found", "retry"],
    [424, { error: "One or more notification could not be sent." }, "retry"],
    [431, "", "final"],
    [500, { error: "An error occurred accessing configuration" }, "retry"],
  ],
  discord: [
    [200, { id: "1300000000000000000" }, "accepted"],
    [204, "", "accepted"],
    [404, { message: "Unknown Webhook", code: 10015 }, "final, off"],
    [401, { message: "Invalid Webhook Token", code: 50027 }, "final, off"],
    [400, { message: "Webhooks posted to forum channels must have a thread", code: 220001 }, "final, off"],
    [400, { message: "Invalid Form Body", code: 50035 }, "final"],
    [403, "error code: 1015", "retry"],
    [429, { message: "You are being rate limited.", retry_after: 1.337, global: false }, "wait 1337"],
    [429, { retry_after: 0.2 }, "wait 1000"],
    [429, { retry_after: 86_400 }, "wait 3600000"],
    [429, "error code: 1015", "wait 60000"],
  ],
  goalert: [
    [204, "", "accepted"],
    [200, { AlertID: 10, IsNew: true }, "accepted"],
    [400, "Bad Request", "final"],
    [401, "", "final, off"],
    [403, "", "final, off"],
    // A proxy says it too, before a server that restarts.
    [404, "", "retry"],
    [413, "", "final"],
  ],
  google_chat: [
    [200, { name: "spaces/AAAA/messages/x" }, "accepted"],
    [
      400,
      googleChatError("INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."),
      "final, off",
    ],
    [400, googleChatError("INVALID_ARGUMENT", "Message cannot be empty."), "final"],
    [401, googleChatError("UNAUTHENTICATED"), "final, off"],
    [403, googleChatError("PERMISSION_DENIED"), "final, off"],
    [404, googleChatError("NOT_FOUND"), "final, off"],
    [429, googleChatError("RESOURCE_EXHAUSTED"), "wait 60000"],
    [500, googleChatError("INTERNAL"), "retry"],
    [503, googleChatError("UNAVAILABLE"), "retry"],
  ],
  gotify: [
    [200, { id: 25, appid: 5 }, "accepted"],
    [400, gotifyError(400), "final"],
    [401, gotifyError(401), "final, off"],
    [403, gotifyError(403), "final, off"],
    [404, gotifyError(404), "final, off"],
    [413, "", "final"],
    [500, gotifyError(500), "retry"],
  ],
  matrix: [
    [401, { errcode: "M_UNKNOWN_TOKEN", error: "Invalid access token" }, "final, off"],
    [403, { errcode: "M_FORBIDDEN", error: "User not in room" }, "final, off"],
    [404, { errcode: "M_UNRECOGNIZED", error: "Unrecognized request" }, "final, off"],
    [404, { errcode: "M_NOT_FOUND", error: "Unknown room" }, "final, off"],
    [404, "<html>", "retry"],
    [400, { errcode: "M_INVALID_PARAM", error: "Invalid room id" }, "final, off"],
    [400, { errcode: "M_BAD_JSON" }, "final"],
    [413, { errcode: "M_TOO_LARGE", error: "event too large" }, "final"],
    [429, { errcode: "M_LIMIT_EXCEEDED", retry_after_ms: 2_000 }, "wait 2000"],
    [429, { errcode: "M_LIMIT_EXCEEDED" }, "wait 60000"],
    [500, { errcode: "M_UNKNOWN" }, "retry"],
  ],
  mattermost: [
    [200, "ok", "accepted"],
    [400, mattermostError("web.incoming_webhook.invalid.app_error", 400), "final, off"],
    [400, mattermostError("web.incoming_webhook.parse.app_error", 400), "final"],
    [403, mattermostError("web.incoming_webhook.permissions.app_error", 403), "final, off"],
    [403, "<html>", "retry"],
    [404, mattermostError("app.channel.get.existing.app_error", 404), "final, off"],
    [413, "", "final"],
    [429, "limit exceeded", "wait 60000"],
    [501, mattermostError("web.incoming_webhook.disabled.app_error", 501), "final, off"],
  ],
  ntfy: [
    [200, { id: "x", event: "message" }, "accepted"],
    [401, { code: 40101, http: 401, error: "unauthorized" }, "final, off"],
    [403, { code: 40301, http: 403, error: "forbidden" }, "final, off"],
    [404, { code: 40401, http: 404, error: "page not found" }, "final, off"],
    [404, "404 page not found", "retry"],
    [400, { code: 40010, http: 400, error: "invalid request: topic name is disallowed" }, "final, off"],
    [400, { code: 40018, http: 400, error: "invalid request: actions invalid" }, "final"],
    [413, { code: 41303, http: 413, error: "JSON body too large" }, "final"],
    [429, { code: 42901, http: 429, error: "limit reached" }, "wait 60000"],
    [507, "", "retry"],
  ],
  opsgenie: [
    [202, { result: "Request will be processed", took: 0.1, requestId: "x" }, "accepted"],
    [400, { message: "Request body is not processable" }, "final"],
    [401, { message: "API Key is invalid" }, "final, off"],
    [402, "", "final, off"],
    [403, { message: "You are not authorized" }, "final, off"],
    [404, "", "final"],
    [422, { message: "Request body is not processable", errors: {} }, "final"],
    [429, { message: "You are making too many requests!" }, "wait 60000"],
  ],
  pagerduty: [
    [202, { status: "success", message: "Event processed" }, "accepted"],
    [400, { status: "invalid event", errors: ["'routing_key' is invalid"] }, "final, off"],
    [400, { status: "invalid event", errors: ["'summary' is missing"] }, "final"],
    [401, "", "final, off"],
    [403, "", "final, off"],
  ],
  pushover: [
    [200, { status: 1, request: "x" }, "accepted"],
    [400, { user: "invalid", errors: ["user identifier is invalid"], status: 0 }, "final, off"],
    [400, { token: "invalid", errors: ["application token is invalid"], status: 0 }, "final, off"],
    [400, { message: "cannot be blank", errors: ["message cannot be blank"], status: 0 }, "final"],
    [413, "", "final"],
    [429, { errors: ["application is over its monthly limit"], status: 0 }, "wait 60000"],
    [404, "", "retry"],
  ],
  rocket_chat: [
    [200, { success: true }, "accepted"],
    [400, { success: false, error: "Invalid integration id or token provided." }, "final, off"],
    [401, { message: "Invalid integration id or token provided." }, "final, off"],
    [401, "<html>", "retry"],
    [400, { success: false, error: "invalid-channel" }, "final, off"],
    [400, { success: false, error: "error-running-script" }, "final"],
    [404, "", "final, off"],
    [429, { success: false, error: "error-too-many-requests" }, "wait 60000"],
    [503, "Service Unavailable", "retry"],
  ],
  slack: [
    [200, "ok", "accepted"],
    [404, "no_service", "final, off"],
    [410, "channel_is_archived", "final, off"],
    [403, "action_prohibited", "final, off"],
    [403, "", "retry"],
    [400, "invalid_token", "final, off"],
    [400, "invalid_blocks", "final"],
  ],
  splunk_on_call: [
    [200, { result: "success", entity_id: "x" }, "accepted"],
    [400, { result: "failure", message: "…" }, "final"],
    [403, "", "final, off"],
    [404, "", "final, off"],
  ],
  teams: [
    [202, "", "accepted"],
    [200, "1", "accepted"],
    [400, { error: { code: "WorkflowTriggerIsNotEnabled" } }, "final, off"],
    [400, { error: { code: "TriggerInputSchemaMismatch" } }, "final"],
    [401, { error: { code: "DirectApiAuthorizationRequired" } }, "final, off"],
    [403, "", "final, off"],
    [404, { error: { code: "WorkflowNotFound" } }, "final, off"],
    [413, "", "final"],
    [502, { error: { code: "NoResponse" } }, "retry"],
  ],
  twilio: [
    [201, { sid: "SM0", status: "queued" }, "accepted"],
    [400, twilioError(21211), "final, off"],
    [400, twilioError(21614), "final, off"],
    [400, twilioError(21610), "final, off"],
    [400, twilioError(21408), "final, off"],
    [400, twilioError(21606), "final, off"],
    [400, twilioError(21617), "final"],
    [400, twilioError(216101), "final"],
    [401, twilioError(20003, 401), "final, off"],
    [403, twilioError(20005, 403), "final, off"],
    [404, twilioError(20404, 404), "final, off"],
    [429, twilioError(20429, 429), "wait 60000"],
    [503, twilioError(20503, 503), "retry"],
  ],
  zulip: [
    [200, { result: "success", id: 42 }, "accepted"],
    [401, zulipError("INVALID_API_KEY"), "final, off"],
    [401, zulipError("UNAUTHORIZED", "Invalid API key"), "final, off"],
    [401, zulipError("USER_DEACTIVATED"), "final, off"],
    [403, zulipError("REALM_DEACTIVATED"), "final, off"],
    [400, zulipError("STREAM_DOES_NOT_EXIST"), "final, off"],
    [400, zulipError("BAD_REQUEST", "Not authorized to send to channel 'x'"), "final, off"],
    [400, zulipError("BAD_REQUEST", "Message must not be empty"), "final"],
    [404, "<html>", "final, off"],
    [429, zulipError("RATE_LIMIT_HIT"), "wait 60000"],
  ],
};

describe.each(Object.entries(RESPONSES))("%s", (name, responses) => {
  test.each(responses)("%i %j → %s", (status, text, meaning) => {
    expect(formatMeaning(interpreting(findKind(name))(status, text))).toBe(meaning);
  });
});
