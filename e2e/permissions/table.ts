import { IN_THE_CASE, type Visitor } from "./visitors";

type Role = (typeof IN_THE_CASE)[number];

/** Who may use something: a role and all above it, anyone signed in, the operator, or everyone. */
export type Audience = Role | "people" | "operator" | "everybody";

/** Every page, by its folder in `app`. */
export const PAGES: Record<string, Audience | "guests"> = {
  "/": "guests",
  "/sign-in": "guests",
  "/sign-in/link": "everybody",
  "/sign-in/link/[token]": "everybody",
  "/sign-up": "guests",
  "/sign-up/[token]": "everybody",
  "/password": "everybody",
  "/password/[token]": "everybody",
  "/verify/[token]": "people",
  "/invitations/[token]": "everybody",
  "/docs": "everybody",
  "/docs/api": "everybody",
  "/docs/check-ins": "everybody",
  "/docs/intervals": "everybody",
  "/docs/pausing": "everybody",
  "/docs/smart": "everybody",
  "/docs/webhooks": "everybody",
  "/account": "people",
  "/account/email/[token]": "people",
  "/cases/new": "people",
  "/operator": "operator",
  "/operator/users": "operator",
  "/outbox": "operator",
  "/outbox/[id]": "operator",
  "/[caseId]": "viewer",
  "/[caseId]/new": "member",
  "/[caseId]/api-keys": "viewer",
  "/[caseId]/settings": "viewer",
  "/[caseId]/settings/members": "viewer",
  "/[caseId]/settings/audit": "viewer",
  "/[caseId]/snitches/[token]": "viewer",
  "/[caseId]/snitches/[token]/setup": "viewer",
  "/[caseId]/webhooks": "viewer",
  "/[caseId]/webhooks/[webhookId]": "viewer",
  "/[caseId]/webhooks/[webhookId]/deliveries/[deliveryId]": "viewer",
};

/** Every route handler for browsers, and its response to visitors without permission. */
export const ROUTES: Record<string, { for: Audience; otherwise?: string } | "by API key" | "by token"> = {
  "/[caseId]/find": { for: "viewer", otherwise: "not found" },
  "/[caseId]/live": { for: "viewer", otherwise: "nothing" },
  "/api/auth/[...nextauth]": { for: "everybody" },
  "/c/[[...path]]": { for: "everybody" },
  "/healthz": { for: "everybody" },
  "/readyz": { for: "everybody" },
  "/metrics": "by token",
  "/v1/openapi.json": { for: "everybody" },
  "/v1/[[...path]]": "by API key",
  "/v1/metrics": "by API key",
  "/v1/snitches": "by API key",
  "/v1/snitches/[token]": "by API key",
  "/v1/snitches/[token]/tags": "by API key",
  "/v1/snitches/[token]/tags/[tag]": "by API key",
  "/v1/snitches/[token]/pause": "by API key",
  "/v1/snitches/[token]/unpause": "by API key",
};

/** Every operation of the API, and the response to a permitted request without a body. */
export const OPERATIONS: [method: string, route: string, status: number][] = [
  ["GET", "/v1/metrics", 200],
  ["GET", "/v1/snitches", 200],
  ["POST", "/v1/snitches", 422],
  ["GET", "/v1/snitches/[token]", 200],
  ["PATCH", "/v1/snitches/[token]", 200],
  ["POST", "/v1/snitches/[token]/tags", 422],
  ["DELETE", "/v1/snitches/[token]/tags/[tag]", 200],
  ["POST", "/v1/snitches/[token]/pause", 204],
  ["POST", "/v1/snitches/[token]/unpause", 204],
  ["DELETE", "/v1/snitches/[token]", 204],
];

const CASE = "app/(dashboard)/[caseId]";

type Deed = {
  for: Audience;
  /** Its bound arguments: the case, and the id of the resource. */
  takes?: ("case" | "snitch" | "id" | "link" | "person")[];
  /** Its other arguments: the previous form state and the form, unless it is called differently. */
  after?: "the form" | unknown[];
  /** Its result for permitted visitors, if that is not a form result. */
  otherwise?: string;
};

/** Every server action, by its file and name. */
export const ACTIONS: Record<string, Deed> = {
  "app/(account)/actions.ts#signIn": { for: "everybody" },
  // These tests configure no provider.
  "app/(account)/actions.ts#signInWithProvider": {
    for: "everybody",
    after: "the form",
    otherwise: "not found",
  },
  "app/(account)/actions.ts#signOut": { for: "everybody" },
  "app/(account)/actions.ts#joinUp": { for: "everybody" },
  "app/(account)/actions.ts#finishJoining": { for: "everybody", takes: ["link"] },
  "app/(account)/actions.ts#mailLink": { for: "everybody" },
  "app/(account)/actions.ts#mailReset": { for: "everybody" },
  "app/(account)/actions.ts#takeMagicLink": { for: "everybody", takes: ["link"] },
  "app/(account)/actions.ts#choosePassword": { for: "everybody", takes: ["link"] },
  "app/(account)/actions.ts#acceptAsNewcomer": { for: "everybody", takes: ["link"] },
  "app/(account)/actions.ts#accept": { for: "people", takes: ["link"] },
  "app/(account)/actions.ts#confirmAddress": { for: "people", takes: ["link"] },
  "app/(dashboard)/account/actions.ts#mailVerification": { for: "people" },
  "app/(dashboard)/account/actions.ts#mailNewAddress": { for: "people" },
  "app/(dashboard)/account/actions.ts#confirmNewAddress": { for: "people", takes: ["link"] },
  "app/(dashboard)/account/actions.ts#changeMyPassword": { for: "people" },
  "app/(dashboard)/account/actions.ts#disconnectProvider": { for: "people", takes: ["id"] },
  "app/(dashboard)/account/actions.ts#signOutEverywhere": { for: "people" },
  "app/(dashboard)/account/actions.ts#deleteMyAccount": { for: "people" },
  "app/(dashboard)/cases/new/actions.ts#addCase": { for: "people" },
  [`${CASE}/actions.ts#changeSelected`]: { for: "member", takes: ["case"], after: ["pause", ["no snitch"]] },
  [`${CASE}/hide-steps.ts#hideSteps`]: { for: "admin", takes: ["case"] },
  [`${CASE}/new/actions.ts#addSnitch`]: { for: "member", takes: ["case"] },
  [`${CASE}/snitches/[token]/actions.ts#pause`]: { for: "member", takes: ["case", "snitch"] },
  [`${CASE}/snitches/[token]/actions.ts#unpause`]: { for: "member", takes: ["case", "snitch"] },
  [`${CASE}/snitches/[token]/actions.ts#change`]: { for: "member", takes: ["case", "snitch"] },
  [`${CASE}/snitches/[token]/actions.ts#remove`]: { for: "member", takes: ["case", "snitch"] },
  [`${CASE}/snitches/[token]/actions.ts#checkInNow`]: { for: "member", takes: ["case", "snitch"] },
  [`${CASE}/snitches/[token]/actions.ts#pauseFromList`]: {
    for: "member",
    takes: ["case", "snitch"],
    after: ["unpaused"],
  },
  [`${CASE}/snitches/[token]/actions.ts#unpauseFromList`]: {
    for: "member",
    takes: ["case", "snitch"],
    after: [],
  },
  [`${CASE}/api-keys/actions.ts#issue`]: { for: "admin", takes: ["case"] },
  [`${CASE}/api-keys/actions.ts#revoke`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/webhooks/actions.ts#add`]: { for: "admin", takes: ["case"] },
  [`${CASE}/webhooks/actions.ts#remove`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/webhooks/actions.ts#rotate`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/webhooks/actions.ts#turn`]: { for: "admin", takes: ["case", "id", "id"] },
  [`${CASE}/webhooks/actions.ts#tryOut`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/webhooks/actions.ts#again`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/settings/actions.ts#change`]: { for: "admin", takes: ["case"] },
  [`${CASE}/settings/actions.ts#deleteCase`]: { for: "owner", takes: ["case"] },
  [`${CASE}/settings/members/actions.ts#inviteSomebody`]: { for: "admin", takes: ["case"] },
  [`${CASE}/settings/members/actions.ts#withdraw`]: { for: "admin", takes: ["case", "id"] },
  [`${CASE}/settings/members/actions.ts#change`]: { for: "admin", takes: ["case", "person"] },
  [`${CASE}/settings/members/actions.ts#remove`]: { for: "admin", takes: ["case", "person"] },
  [`${CASE}/settings/members/actions.ts#handOverTo`]: { for: "owner", takes: ["case", "person"] },
  [`${CASE}/settings/members/actions.ts#leave`]: { for: "viewer", takes: ["case"] },
};

const WITHOUT_SESSION: Visitor[] = ["stranger", "ended", "expired"];

/** The expected result of a visit. */
export function expected(visitor: Visitor, audience: Audience | "guests"): string {
  const hasSession = !WITHOUT_SESSION.includes(visitor);
  if (audience === "everybody") return "shown";
  if (audience === "guests") return hasSession ? "elsewhere" : "shown";
  if (audience === "operator") return visitor === "operator" ? "shown" : "not found";
  if (!hasSession) return "sign in";
  if (audience === "people") return "shown";
  if (visitor === "outsider" || visitor === "operator") return "not found";
  return IN_THE_CASE.indexOf(visitor as Role) <= IN_THE_CASE.indexOf(audience) ? "shown" : "too low";
}
