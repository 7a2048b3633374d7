import { ROUTES as API, OPERATIONS } from "@/app/v1/operations";
import { neededFor } from "@/lib/api/with-case";
import type { KeyPermission } from "@/lib/cases/api-key-access";
import { IN_THE_CASE, type Role } from "./roles";
import { type Visitor, WITHOUT_SESSION } from "./visitors";

/**
 * Who may use something: a role and all above it, anyone signed in, the operator, everyone, or no one. “setting up”: anyone signed in,
 * also without a second factor that is required of everyone.
 */
export type Audience = Role | "people" | "setting up" | "operator" | "everybody" | "nobody";

/** Every page, by its folder in `app`. */
export const PAGES: Record<string, Audience | "guests" | "half signed in" | "confirmed"> = {
  "/": "guests",
  "/sign-in": "guests",
  "/sign-in/second-step": "half signed in",
  "/sign-in/link": "everybody",
  "/sign-in/link/[token]": "everybody",
  "/sign-up": "guests",
  "/sign-up/[token]": "everybody",
  "/password": "everybody",
  "/password/[token]": "everybody",
  "/verify/[token]": "people",
  "/invitations/[token]": "everybody",
  "/recipients/[token]": "everybody",
  "/subscriptions/[token]": "everybody",
  "/drills/[signedId]": "everybody",
  "/i/[token]": "everybody",
  "/docs": "everybody",
  "/docs/api": "everybody",
  "/docs/api/[resource]": "everybody",
  "/docs/search": "everybody",
  "/docs/[page]": "everybody",
  "/account": "people",
  "/account/email/[token]": "people",
  "/confirm": "confirmed",
  "/account/security": "setting up",
  "/account/security/app": "setting up",
  "/account/notifications": "people",
  "/cases/new": "people",
  "/operator": "operator",
  "/operator/users": "operator",
  "/operator/users/[id]": "operator",
  "/operator/deliveries": "operator",
  "/operator/email": "operator",
  "/operator/heartbeats": "operator",
  "/outbox": "operator",
  "/outbox/[id]": "operator",
  "/snitches/[token]": "viewer",
  "/[caseId]": "viewer",
  "/[caseId]/report/print": "viewer",
  "/[caseId]/reports": "viewer",
  "/[caseId]/runs": "viewer",
  "/[caseId]/[...path]": "nobody",
  "/[caseId]/alerts/[id]": "viewer",
  "/[caseId]/drills": "viewer",
  "/[caseId]/drills/[drillId]": "viewer",
  "/[caseId]/incidents": "viewer",
  "/[caseId]/incidents/[id]": "viewer",
  "/[caseId]/incidents/[id]/acknowledge": "member",
  "/[caseId]/new": "member",
  "/[caseId]/import": "member",
  "/[caseId]/import/[source]": "member",
  "/[caseId]/api-keys": "viewer",
  "/[caseId]/maintenance": "viewer",
  "/[caseId]/maintenance/new": "member",
  "/[caseId]/maintenance/[id]": "member",
  "/[caseId]/status-pages": "viewer",
  "/[caseId]/status-pages/notices": "viewer",
  "/[caseId]/status-pages/notices/[id]": "viewer",
  "/[caseId]/status-pages/notices/new": "member",
  "/[caseId]/status-pages/new-page": "admin",
  "/[caseId]/status-pages/pages/[slug]": "admin",
  "/[caseId]/machines/[host]": "viewer",
  "/[caseId]/kubernetes": "viewer",
  "/[caseId]/still-wanted": "viewer",
  "/[caseId]/settings": "viewer",
  "/[caseId]/settings/notifications": "viewer",
  "/[caseId]/settings/danger": "owner",
  "/[caseId]/settings/members": "viewer",
  "/[caseId]/settings/email": "viewer",
  "/[caseId]/settings/audit": "viewer",
  "/[caseId]/settings/configuration": "admin",
  "/[caseId]/snitches/[token]": "viewer",
  "/[caseId]/snitches/[token]/activity": "viewer",
  "/[caseId]/snitches/[token]/activity/changes": "viewer",
  "/[caseId]/snitches/[token]/replay": "viewer",
  "/[caseId]/snitches/[token]/runs": "viewer",
  "/[caseId]/snitches/[token]/runs/[id]": "viewer",
  "/[caseId]/snitches/[token]/settings": "viewer",
  "/[caseId]/snitches/[token]/setup": "viewer",
  "/[caseId]/snitches/[token]/snooze": "member",
  "/[caseId]/channels": "viewer",
  "/[caseId]/channels/new": "admin",
  "/[caseId]/channels/new/[kind]": "admin",
  "/[caseId]/channels/[channelId]": "viewer",
  "/[caseId]/channels/[channelId]/deliveries/[deliveryId]": "viewer",
};

const API_PATHS = Object.keys(API).filter((path) => path.startsWith("/v1/"));

/** “/v1/snitches/{token}” is in “/v1/snitches/[token]”. */
const toFolder = (path: string) => path.replaceAll("{", "[").replaceAll("}", "]");

/** The routes of the API that GET is not for. */
export const WITHOUT_GET = API_PATHS.filter((path) => API[path]?.GET === API[path]?.OPTIONS).map(toFolder);

type Route = {
  for: Audience;
  otherwise?: string;
  /** As in `Deed`. */
  asksAgain?: true;
};

/** Every route handler for browsers, and its response to visitors without permission. */
export const ROUTES: Record<string, Route | "by API key" | "by token"> = {
  ...Object.fromEntries(API_PATHS.map((path) => [toFolder(path), "by API key"] as const)),
  "/[caseId]/find": { for: "viewer", otherwise: "not found" },
  "/[caseId]/find/causes": { for: "viewer", otherwise: "not found" },
  "/[caseId]/find/incidents": { for: "viewer", otherwise: "not found" },
  "/[caseId]/schedule": { for: "viewer", otherwise: "not found" },
  "/[caseId]/settings/audit/file": { for: "viewer", otherwise: "not found", asksAgain: true },
  "/[caseId]/settings/configuration/file": { for: "admin", otherwise: "not found", asksAgain: true },
  "/[caseId]/status-pages/pages/[slug]/preview": { for: "member", otherwise: "not found" },
  "/[caseId]/live": { for: "viewer", otherwise: "nothing" },
  "/[caseId]/snitches/[token]/runs/[id]/output": { for: "viewer", otherwise: "not found" },
  "/api/auth/[...nextauth]": { for: "everybody" },
  // Only tokens of the operator’s issuer are accepted, and only by POST.
  "/api/auth/backchannel-logout": { for: "nobody", otherwise: "status 405" },
  // Only signed events are accepted, and only by POST.
  "/api/mail/resend": { for: "nobody", otherwise: "status 405" },
  // Only signed ids are accepted, and only by POST.
  "/api/channels/status/[signedId]": { for: "nobody", otherwise: "status 405" },
  // Only signed events are accepted, and only by POST.
  "/v1/hooks/[id]": { for: "nobody", otherwise: "status 405" },
  "/c/[[...path]]": { for: "everybody" },
  // Other protocols have keys and tokens of their own, and know no sessions.
  "/api/[...path]": { for: "everybody" },
  "/b/[...path]": { for: "everybody" },
  "/badge/[...path]": { for: "everybody" },
  "/badge/[file]": { for: "everybody" },
  "/status/[slug]": { for: "everybody" },
  "/status/[slug]/[file]": { for: "everybody" },
  "/status/[slug]/feed.atom": { for: "everybody" },
  "/status/[slug]/subscribe": { for: "everybody" },
  "/status/[slug]/api/v2/[file]": { for: "everybody" },
  "/heartbeats/[...path]": { for: "everybody" },
  "/opsgenie/[[...path]]": { for: "everybody" },
  "/v2/[[...path]]": { for: "everybody" },
  // What follows the monitor must be a state.
  "/p/[...path]": { for: "nobody", otherwise: "status 400" },
  "/ping/[...path]": { for: "everybody" },
  "/v1/check_in/[id]": { for: "everybody" },
  "/unsubscribe/[token]": { for: "everybody" },
  // Only signed links are accepted, and only by POST.
  "/i/answer/[token]": { for: "nobody", otherwise: "status 405" },
  // Only whom a proxy names, in a header that is believed from that proxy alone.
  "/sign-in/proxy": { for: "nobody", otherwise: "sign in" },
  // The tests have no issuer.
  "/confirm/issuer": { for: "nobody", otherwise: "not found" },
  // Only requests that another site forged are routed here, and they change something.
  "/forged-header": { for: "nobody", otherwise: "status 403" },
  "/dead-link": { for: "nobody", otherwise: "not found" },
  "/foreign-origin": { for: "nobody", otherwise: "status 405" },
  // The tests set no SECURITY_CONTACT.
  "/.well-known/security.txt": { for: "nobody", otherwise: "not found" },
  "/.well-known/tattle": { for: "everybody" },
  // Only programs are found.
  "/cli/[file]": { for: "nobody", otherwise: "not found" },
  "/docs/find": { for: "everybody" },
  "/robots.txt": { for: "everybody" },
  "/healthz": { for: "everybody" },
  "/readyz": { for: "everybody" },
  "/metrics": "by token",
  "/v1/openapi.json": { for: "everybody" },
  "/v1/[[...path]]": "by API key",
  "/mcp": "by API key",
};

/** What keys with each access may do. */
export const ACCESS = {
  full: ["read", "report", "acknowledge", "plan", "change", "audit"],
  read: ["read"],
  acknowledge: ["read", "acknowledge"],
  plan: ["read", "plan"],
  ping: ["report"],
} satisfies Record<string, KeyPermission[]>;

type ApiRequest = { method: string; route: string; needs: KeyPermission; narrowable?: boolean };

/** Every request with a key, what its key must be allowed, and whether one that is narrowed to some snitches finds it. */
export const API_REQUESTS: ApiRequest[] = [
  ...OPERATIONS.filter(({ isPublic }) => !isPublic).map(
    ({ method, path, needs = neededFor(method), countsAs = needs, narrowable }) => ({
      method,
      route: toFolder(path),
      // Some bodies need less. The walk sends none, which needs the most.
      needs: countsAs,
      narrowable: narrowable || path.includes("{token}"),
    }),
  ),
  { method: "GET", route: "/v1/metrics", needs: "read", narrowable: true },
  { method: "POST", route: "/mcp", needs: "read", narrowable: true },
];

const CASE = "app/(dashboard)/[caseId]";
const OWN = "app/(dashboard)/account/notifications";

export type Deed = {
  for: Audience;
  /** Its bound arguments: the case, and the id of the resource. */
  takes?: (
    | "case"
    | "snitch"
    | "id"
    | "link"
    | "person"
    | "timezone"
    | "kind"
    | "section"
    | "suggestion"
    | "remedy"
    | "check"
    | "seconds"
  )[];
  /** Its other arguments: the previous form state and the form, unless it is called differently. */
  after?: "the form" | unknown[];
  /** The fields of its form, if it must get far enough to refuse more. */
  form?: Record<string, string>;
  /** Its result for permitted visitors, if that is not a form result. */
  otherwise?: string;
  /** Whether it asks again who the person is, if they have not shown it within 15 minutes. */
  asksAgain?: true;
  /** Whose role must not come from a group: that of the visitor, of the person whom it is about, or both. */
  byHand?: ("visitor" | "person")[];
};

/** Every server action, by its file and name. */
export const ACTIONS: Record<string, Deed> = {
  "app/(account)/actions.ts#signInAction": { for: "everybody" },
  // These tests configure no provider.
  "app/(account)/actions.ts#signInWithProviderAction": {
    for: "everybody",
    after: "the form",
    otherwise: "not found",
  },
  "app/(account)/actions.ts#signOutAction": { for: "everybody" },
  "app/(account)/actions.ts#signUpAction": { for: "everybody" },
  "app/(account)/actions.ts#finishSignUpAction": { for: "everybody", takes: ["link"] },
  "app/(account)/actions.ts#requestMagicLinkAction": { for: "everybody" },
  "app/(account)/actions.ts#requestPasswordResetAction": { for: "everybody" },
  "app/(account)/actions.ts#signInByLinkAction": { for: "everybody", takes: ["link"] },
  "app/(account)/actions.ts#secondStepAction": { for: "everybody" },
  // They need a sign-in that waits for its second factor.
  "app/(account)/actions.ts#secondStepByPasskeyAction": { for: "everybody" },
  "app/(account)/actions.ts#passkeyOptionsAction": { for: "everybody", after: [] },
  "app/(account)/actions.ts#signInWithPasskeyAction": { for: "everybody" },
  "app/(account)/actions.ts#confirmAction": { asksAgain: true, for: "people" },
  "app/(account)/actions.ts#resetPasswordAction": { for: "everybody", takes: ["link"] },
  "app/(account)/actions.ts#joinByInvitationAction": { for: "everybody", takes: ["link"] },
  "app/(account)/actions.ts#acceptInvitationAction": { for: "people", takes: ["link"] },
  "app/(account)/recipients/[token]/actions.ts#confirmRecipientAction": { for: "everybody", takes: ["link"] },
  "app/(account)/recipients/[token]/actions.ts#leaveAction": { for: "everybody", takes: ["link"] },
  "app/(account)/recipients/[token]/actions.ts#returnRecipientAction": { for: "everybody", takes: ["link"] },
  "app/(account)/recipients/[token]/actions.ts#changeRecipientFrequencyAction": {
    for: "everybody",
    takes: ["link"],
  },
  "app/(account)/subscriptions/[token]/actions.ts#confirmSubscriptionAction": {
    for: "everybody",
    takes: ["link"],
  },
  "app/(account)/subscriptions/[token]/actions.ts#leavePageAction": { for: "everybody", takes: ["link"] },
  "app/(account)/drills/[signedId]/actions.ts#confirmDrillAction": { for: "everybody", takes: ["link"] },
  "app/(account)/actions.ts#verifyEmailAction": { for: "people", takes: ["link"] },
  "app/(dashboard)/account/actions.ts#savePreferencesAction": { for: "people" },
  "app/(dashboard)/account/actions.ts#chooseThemeAction": { for: "people" },
  "app/(dashboard)/account/actions.ts#requestVerificationAction": { for: "people" },
  "app/(dashboard)/account/actions.ts#requestEmailChangeAction": { asksAgain: true, for: "people" },
  "app/(dashboard)/account/actions.ts#changeEmailAction": { for: "people", takes: ["link"] },
  "app/(dashboard)/account/actions.ts#changePasswordAction": { for: "people" },
  "app/(dashboard)/account/actions.ts#disconnectProviderAction": {
    asksAgain: true,
    for: "people",
    takes: ["id"],
  },
  "app/(dashboard)/account/actions.ts#endSessionAction": { for: "people", takes: ["id"] },
  "app/(dashboard)/account/actions.ts#signOutEverywhereAction": { for: "people" },
  "app/(dashboard)/account/actions.ts#deleteAccountAction": { asksAgain: true, for: "people" },
  "app/(dashboard)/account/security/actions.ts#confirmIdentityAction": { asksAgain: true, for: "setting up" },
  "app/(dashboard)/account/security/actions.ts#addPasskeyAction": { asksAgain: true, for: "setting up" },
  "app/(dashboard)/account/security/actions.ts#renamePasskeyAction": { for: "setting up", takes: ["id"] },
  "app/(dashboard)/account/security/actions.ts#removePasskeyAction": {
    asksAgain: true,
    for: "setting up",
    takes: ["id"],
  },
  "app/(dashboard)/account/security/actions.ts#startAppAction": { asksAgain: true, for: "setting up" },
  "app/(dashboard)/account/security/actions.ts#finishAppAction": { asksAgain: true, for: "setting up" },
  "app/(dashboard)/account/security/actions.ts#removeAppAction": { asksAgain: true, for: "setting up" },
  "app/(dashboard)/account/security/actions.ts#renewCodesAction": { asksAgain: true, for: "setting up" },
  [`${OWN}/actions.ts#changeOwnEmailsAction`]: { for: "viewer", takes: ["case"] },
  [`${OWN}/browser-actions.ts#addBrowserAction`]: { for: "viewer", takes: ["case"] },
  [`${OWN}/browser-actions.ts#removeBrowserAction`]: { for: "viewer", takes: ["case", "id"] },
  [`${OWN}/browser-actions.ts#testBrowserAction`]: { for: "viewer", takes: ["case", "id"] },
  "app/(dashboard)/operator/deliveries/actions.ts#tryAgainAction": { for: "operator" },
  "app/(dashboard)/operator/email/actions.ts#sendTestMailAction": { for: "operator" },
  "app/(dashboard)/operator/users/[id]/actions.ts#deletePersonAction": {
    asksAgain: true,
    for: "operator",
    takes: ["id"],
  },
  "app/(dashboard)/cases/new/actions.ts#createCaseAction": { for: "people" },
  [`${CASE}/actions.ts#changeSelectedAction`]: { for: "member", takes: ["case"] },
  [`${CASE}/(list)/view-actions.ts#saveViewAction`]: { for: "viewer", takes: ["case"] },
  [`${CASE}/(list)/view-actions.ts#renameViewAction`]: { for: "viewer", takes: ["case", "id"] },
  [`${CASE}/(list)/view-actions.ts#removeViewAction`]: { for: "viewer", takes: ["case", "id"] },
  [`${CASE}/ask-recipient.ts#askRecipientAction`]: { for: "member", takes: ["case", "id"] },
  [`${CASE}/send-again.ts#sendAgainAction`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/(list)/hide-onboarding.ts#hideOnboardingAction`]: { for: "admin", takes: ["case"] },
  [`${CASE}/new/actions.ts#createSnitchAction`]: { for: "member", takes: ["case"] },
  [`${CASE}/(list)/example-actions.ts#addExampleAction`]: { for: "member", takes: ["case"] },
  [`${CASE}/(list)/example-actions.ts#removeExampleAction`]: { for: "member", takes: ["case", "snitch"] },
  [`${CASE}/import/actions.ts#importAction`]: { for: "member", takes: ["case", "kind"] },
  [`${CASE}/incidents/actions.ts#changeIncidentsAction`]: { for: "member", takes: ["case"] },
  [`${CASE}/incidents/actions.ts#acknowledgeIncidentAction`]: { for: "member", takes: ["case", "id"] },
  [`${CASE}/incidents/actions.ts#unacknowledgeIncidentAction`]: { for: "member", takes: ["case", "id"] },
  [`${CASE}/incidents/actions.ts#assignIncidentAction`]: { for: "member", takes: ["case", "id"] },
  [`${CASE}/incidents/actions.ts#addNoteAction`]: { for: "member", takes: ["case", "id"] },
  [`${CASE}/incidents/actions.ts#acknowledgeFromListAction`]: {
    for: "member",
    takes: ["case", "id"],
    after: [],
  },
  [`${CASE}/incidents/actions.ts#snoozeIncidentAction`]: { for: "member", takes: ["case", "id"] },
  [`${CASE}/incidents/actions.ts#snoozeAndOpenAction`]: { for: "member", takes: ["case", "id"] },
  [`${CASE}/incidents/actions.ts#unsnoozeIncidentAction`]: { for: "member", takes: ["case", "id"] },
  [`${CASE}/snitches/[token]/actions.ts#pauseSnitchAction`]: { for: "member", takes: ["case", "snitch"] },
  [`${CASE}/snitches/[token]/actions.ts#snoozeSnitchAction`]: { for: "member", takes: ["case", "snitch"] },
  [`${CASE}/snitches/[token]/actions.ts#unpauseSnitchAction`]: { for: "member", takes: ["case", "snitch"] },
  [`${CASE}/snitches/[token]/actions.ts#updateSnitchAction`]: {
    for: "member",
    takes: ["case", "snitch", "section"],
  },
  [`${CASE}/snitches/[token]/actions.ts#changeTimezoneAction`]: {
    for: "member",
    takes: ["case", "snitch", "timezone"],
  },
  [`${CASE}/snitches/[token]/actions.ts#removeSnitchAction`]: { for: "member", takes: ["case", "snitch"] },
  [`${CASE}/snitches/[token]/suggestion-actions.ts#dismissSuggestionAction`]: {
    for: "member",
    takes: ["case", "snitch", "suggestion"],
  },
  [`${CASE}/snitches/[token]/suggestion-actions.ts#followRemedyAction`]: {
    for: "member",
    takes: ["case", "snitch", "remedy", "seconds"],
  },
  [`${CASE}/snitches/[token]/actions.ts#replaceUrlAction`]: {
    for: "member",
    takes: ["case", "snitch"],
    form: { overlap_hours: "24" },
  },
  [`${CASE}/snitches/[token]/check-actions.ts#addCheckAction`]: {
    for: "member",
    takes: ["case", "snitch", "check"],
  },
  [`${CASE}/snitches/[token]/check-actions.ts#previewChecksCommand`]: {
    for: "member",
    takes: ["case", "snitch"],
    after: ["duration < 5 min"],
  },
  [`${CASE}/snitches/[token]/replay/actions.ts#applySettingsAction`]: {
    for: "member",
    takes: ["case", "snitch"],
  },
  [`${CASE}/snitches/[token]/actions.ts#checkInNowAction`]: { for: "member", takes: ["case", "snitch"] },
  [`${CASE}/snitches/[token]/actions.ts#checkInFromListAction`]: {
    for: "member",
    takes: ["case", "snitch"],
    after: [],
  },
  [`${CASE}/snitches/[token]/actions.ts#pauseFromListAction`]: {
    for: "member",
    takes: ["case", "snitch"],
    after: ["unpaused"],
  },
  [`${CASE}/snitches/[token]/actions.ts#snoozeFromListAction`]: {
    for: "member",
    takes: ["case", "snitch"],
    after: ["2100-01-01T00:00:00Z"],
  },
  [`${CASE}/snitches/[token]/actions.ts#unpauseFromListAction`]: {
    for: "member",
    takes: ["case", "snitch"],
    after: [],
  },
  [`${CASE}/machines/actions.ts#acknowledgeMachineAction`]: { for: "member", takes: ["case"] },
  [`${CASE}/machines/actions.ts#removeMachineAction`]: { for: "member", takes: ["case"] },
  [`${CASE}/status-pages/actions.ts#addBadgeAction`]: { for: "admin", takes: ["case"] },
  [`${CASE}/status-pages/actions.ts#revokeShareAction`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/status-pages/notices/actions.ts#addNoticeAction`]: { for: "member", takes: ["case"] },
  [`${CASE}/status-pages/notices/actions.ts#addUpdateAction`]: { for: "member", takes: ["case", "id"] },
  [`${CASE}/status-pages/notices/actions.ts#removeUpdateAction`]: {
    for: "member",
    takes: ["case", "id", "id"],
  },
  [`${CASE}/status-pages/notices/actions.ts#changeNoticeAction`]: { for: "member", takes: ["case", "id"] },
  [`${CASE}/status-pages/notices/actions.ts#removeNoticeAction`]: { for: "member", takes: ["case", "id"] },
  [`${CASE}/status-pages/actions.ts#addPageAction`]: { for: "admin", takes: ["case"] },
  [`${CASE}/status-pages/actions.ts#publishPageAction`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/status-pages/actions.ts#changeContentAction`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/status-pages/actions.ts#changeAccessAction`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/status-pages/actions.ts#changeLookAction`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/status-pages/actions.ts#changePublishingAction`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/status-pages/actions.ts#replaceKeyAction`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/status-pages/actions.ts#revokePageAction`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/status-pages/actions.ts#removeSubscriberAction`]: { for: "admin", takes: ["case", "id", "id"] },
  [`${CASE}/maintenance/actions.ts#addMaintenanceAction`]: { for: "member", takes: ["case"] },
  [`${CASE}/maintenance/actions.ts#startMaintenanceAction`]: { for: "member", takes: ["case"] },
  [`${CASE}/maintenance/actions.ts#changeMaintenanceAction`]: { for: "member", takes: ["case", "id"] },
  [`${CASE}/maintenance/actions.ts#endMaintenanceAction`]: { for: "member", takes: ["case", "id"] },
  [`${CASE}/maintenance/actions.ts#removeMaintenanceAction`]: { for: "member", takes: ["case", "id"] },
  [`${CASE}/api-keys/actions.ts#createApiKeyAction`]: { asksAgain: true, for: "admin", takes: ["case"] },
  [`${CASE}/api-keys/actions.ts#rotateApiKeyAction`]: {
    asksAgain: true,
    for: "admin",
    takes: ["case", "id"],
  },
  [`${CASE}/api-keys/actions.ts#replaceDsnAction`]: { asksAgain: true, for: "admin", takes: ["case"] },
  [`${CASE}/api-keys/actions.ts#revokeApiKeyAction`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/api-keys/actions.ts#changeSnitchLimitAction`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/api-keys/actions.ts#changeDsnSnitchLimitAction`]: { for: "admin", takes: ["case"] },
  [`${CASE}/channels/actions.ts#previewBodyCommand`]: {
    for: "admin",
    takes: ["case", "id"],
    after: ["", "{}"],
  },
  [`${CASE}/channels/actions.ts#addChannelAction`]: { for: "admin", takes: ["case", "kind"] },
  [`${CASE}/channels/actions.ts#changeChannelAction`]: {
    asksAgain: true,
    for: "admin",
    takes: ["case", "id"],
  },
  [`${CASE}/channels/actions.ts#removeChannelAction`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/channels/actions.ts#testChannelAction`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/channels/actions.ts#rotateSecretAction`]: {
    asksAgain: true,
    for: "admin",
    takes: ["case", "id"],
  },
  [`${CASE}/channels/actions.ts#changeRouteAction`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/channels/actions.ts#enableChannelAction`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/channels/actions.ts#disableChannelAction`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/channels/actions.ts#retryDeliveryAction`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/drills/actions.ts#startDrillAction`]: { for: "admin", takes: ["case"] },
  [`${CASE}/drills/actions.ts#planDrillsAction`]: { for: "admin", takes: ["case"] },
  [`${CASE}/settings/actions.ts#updateCaseAction`]: { for: "admin", takes: ["case"] },
  [`${CASE}/settings/actions.ts#saveRuleAction`]: { for: "admin", takes: ["case", "kind"] },
  [`${CASE}/settings/actions.ts#saveStepAction`]: { for: "admin", takes: ["case", "kind", "seconds"] },
  [`${CASE}/settings/actions.ts#savePolicyAction`]: { for: "admin", takes: ["case", "kind"] },
  [`${CASE}/settings/actions.ts#saveHintAction`]: { for: "admin", takes: ["case", "kind"] },
  [`${CASE}/settings/actions.ts#removeCaseAction`]: { asksAgain: true, for: "owner", takes: ["case"] },
  [`${CASE}/settings/configuration/actions.ts#configurationAction`]: {
    asksAgain: true,
    for: "admin",
    takes: ["case"],
    form: { confirmed: "no plan" },
  },
  [`${CASE}/settings/members/actions.ts#inviteAction`]: { asksAgain: true, for: "admin", takes: ["case"] },
  [`${CASE}/settings/members/actions.ts#withdrawInvitationAction`]: {
    asksAgain: true,
    for: "admin",
    takes: ["case", "id"],
  },
  [`${CASE}/settings/members/actions.ts#changeRoleAction`]: {
    asksAgain: true,
    for: "admin",
    takes: ["case", "person"],
    form: { role: "member" },
    byHand: ["person"],
  },
  [`${CASE}/settings/members/actions.ts#removeMemberAction`]: {
    asksAgain: true,
    for: "admin",
    takes: ["case", "person"],
    byHand: ["person"],
  },
  [`${CASE}/settings/members/actions.ts#transferOwnershipAction`]: {
    asksAgain: true,
    for: "owner",
    takes: ["case", "person"],
    byHand: ["visitor", "person"],
  },
  [`${CASE}/settings/members/actions.ts#requireSecondFactorAction`]: {
    asksAgain: true,
    for: "admin",
    takes: ["case"],
  },
  [`${CASE}/settings/members/actions.ts#leaveCaseAction`]: {
    for: "viewer",
    takes: ["case"],
    byHand: ["visitor"],
  },
};

/** The expected result of a visit. */
export function expected(
  visitor: Visitor,
  audience: Audience | "guests" | "half signed in" | "confirmed",
): string {
  const hasSession = !WITHOUT_SESSION.includes(visitor);
  if (audience === "everybody") return "shown";
  if (audience === "nobody") return "not found";
  if (audience === "guests") return hasSession ? "elsewhere" : "shown";
  // Those who have just signed in need not confirm that it is them.
  if (audience === "confirmed") return hasSession ? "elsewhere" : "sign in";
  if (audience === "half signed in") return hasSession ? "elsewhere" : "sign in";
  if (audience === "operator") return visitor === "operator" ? "shown" : "not found";
  if (!hasSession) return "sign in";
  if (audience === "people" || audience === "setting up") return "shown";
  if (visitor === "outsider" || visitor === "operator") return "not found";
  return IN_THE_CASE.indexOf(visitor as Role) <= IN_THE_CASE.indexOf(audience) ? "shown" : "too low";
}
