import type { Right } from "@/lib/cases/roles";
import type { Entry } from "./entry";

type Setting = {
  title: string;
  /** Its place on the page; absent for a page of settings itself. */
  at?: string;
  keywords?: string;
  needs?: Right;
};

type SettingsPage = {
  group: Entry["group"];
  page: string;
  where: string;
  settings: Setting[];
};

const [CASE, ACCOUNT] = ["/[caseId]/settings", "/account"];
const ADMIN = "change_settings";

/** The settings of a case and of an account, by the pages that they are on. A browser test compares them with the pages. */
const SETTINGS_PAGES: SettingsPage[] = [
  {
    group: "Settings",
    page: CASE,
    where: "General",
    settings: [
      { title: "Name of the Case", at: "name", keywords: "rename title", needs: ADMIN },
      {
        title: "Late reports",
        at: "acceptsLateReports",
        keywords: "age offline spool refuse accept_late_reports",
        needs: ADMIN,
      },
      { title: "Suggestions", at: "suggestions", keywords: "stale flaps too often email", needs: ADMIN },
      { title: "Plan", keywords: "limit snitches billing hold" },
      { title: "Your own notifications", at: "your-emails", keywords: "my emails personal" },
    ],
  },
  {
    group: "Settings",
    page: `${CASE}/notifications`,
    where: "Notifications",
    settings: [
      {
        title: "Alert address",
        at: "alertEmail",
        keywords: "alerts by email mail default recipient team inbox",
        needs: ADMIN,
      },
      {
        title: "Emails while a snitch is missing",
        at: "emailFrequency",
        keywords: "frequency repeat every period",
        needs: ADMIN,
      },
      {
        title: "Alert bursts",
        at: "limitsEmails",
        keywords: "group storm flood summary many alerts",
        needs: ADMIN,
      },
      {
        title: "Machines not reporting",
        at: "groupsByMachine",
        keywords: "group_by_machine host server dead group incidents",
        needs: ADMIN,
      },
      {
        title: "Acknowledge from email",
        at: "answerLinks",
        keywords: "answer_links acknowledge snooze without signing in email",
        needs: ADMIN,
      },
      {
        title: "Acknowledge from ntfy",
        at: "channelLinks",
        keywords: "channel_links acknowledge snooze without signing in ntfy link",
        needs: ADMIN,
      },
      {
        title: "Escalation",
        at: "escalation",
        keywords:
          "steps after notify on-call nobody acknowledges remove add a step by channel policies policy tag repeat severity",
      },
      {
        title: "Acknowledgements expire",
        at: "ackExpiresAfter",
        keywords: "ack_expires_after still on it forgotten",
        needs: ADMIN,
      },
      {
        title: "Hints",
        at: "hints",
        keywords: "add a exit status or a part of the output text error runbook link",
      },
      {
        title: "Recipients outside the case",
        at: "recipients",
        keywords: "external addresses ask again confirm bounced",
      },
      { title: "Channels of the Case", keywords: "integrations" },
      { title: "Fire Drills of the Case", keywords: "monthly plan" },
    ],
  },
  {
    group: "Settings",
    page: `${CASE}/members`,
    where: "Members",
    settings: [
      {
        title: "Second factor of members",
        at: "second-factor",
        keywords: "require two-factor 2fa mfa passkey security",
      },
      {
        title: "Roles",
        at: "roles",
        keywords: "what each role can do permissions rights owner admin viewer",
      },
      { title: "Invitations", at: "invitations", keywords: "pending withdraw", needs: "manage_members" },
      {
        title: "Change a Role",
        keywords: "promote demote make admin owner viewer person",
        needs: "manage_members",
      },
      { title: "Remove a Member", keywords: "kick revoke person access", needs: "manage_members" },
      { title: "Transfer the Case", keywords: "hand over owner", needs: "own" },
      { title: "Leave the Case", keywords: "quit" },
    ],
  },
  {
    group: "Your Account",
    page: ACCOUNT,
    where: "General",
    settings: [
      {
        title: "Time and appearance",
        at: "display",
        keywords: "preferences display zones timezone clock dates",
      },
      { title: "Time zone", at: "timeZone", keywords: "utc city clock" },
      { title: "Dates", at: "locale", keywords: "language format day month" },
      { title: "Clock", at: "hourCycle", keywords: "12 24 hours am pm time format" },
      { title: "Theme", at: "theme", keywords: "dark light mode colours appearance" },
      {
        title: "Email address",
        at: "email-address",
        keywords: "change new address confirm current password",
      },
      { title: "Password", at: "password", keywords: "change set new current" },
      { title: "Other ways to sign in", at: "providers", keywords: "google github oidc single sign-on sso" },
      { title: "Sessions", at: "sessions", keywords: "browsers devices signed in sign out everywhere" },
      { title: "Delete Your Account", at: "delete", keywords: "remove close email" },
    ],
  },
  {
    group: "Your Account",
    page: `${ACCOUNT}/security`,
    where: "Security",
    settings: [
      {
        title: "Passkeys",
        at: "passkeys",
        keywords: "webauthn fido security key fingerprint add sign in without password",
      },
      {
        title: "Authenticator app",
        at: "authenticator-app",
        keywords: "2fa mfa totp second factor two-factor otp code phone",
      },
    ],
  },
  {
    group: "Your Account",
    page: `${ACCOUNT}/notifications`,
    where: "Notifications",
    settings: [
      {
        title: "Your emails",
        at: "your-emails",
        keywords: "to you while a snitch is missing frequency fewer case",
      },
      {
        title: "Quiet hours",
        at: "quiet_from",
        keywords: "do not disturb night weekend from until begin on",
      },
      {
        title: "Digest",
        at: "digest",
        keywords: "daily weekly monthly summary report arrives at hour no when nothing happened",
      },
      { title: "Time zone of quiet hours and digest", at: "timezone", keywords: "city" },
      {
        title: "Notifications in this browser",
        at: "browser-notifications",
        keywords: "push desktop phone subscribe turn on",
      },
    ],
  },
];

const toId = (page: string, title: string) =>
  `${page}-${title}`
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, "-")
    .replace(/^-/, "");

/** An entry for each setting. */
export const SETTINGS: Entry[] = SETTINGS_PAGES.flatMap(({ group, page, where, settings }) =>
  settings.map(({ title, at, keywords: terms, needs }) => ({
    id: toId(page, title),
    title,
    group,
    to: { page, ...(at && { at }) },
    where,
    isOnlyFound: true,
    ...(terms && { keywords: terms }),
    ...(needs && { needs }),
  })),
);
