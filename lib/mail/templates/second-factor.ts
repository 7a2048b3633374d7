import { oneLine, type WriteTime } from "@/lib/rules/messages/format";
import type { MailContent } from "./content";
import type { TransactionalFacts } from "./transactional-facts";

type Facts = TransactionalFacts<"second_factor_changed">;

const formatFactor = ({ factor = "passkey", name }: Facts) =>
  name ? `${factor} “${oneLine(name)}”` : factor;

/** The text for each change: the title, which is also the subject, and the consequences. */
const TEXTS: Record<Facts["change"], (facts: Facts) => { title: string; lead: string }> = {
  added: (facts) => ({
    title: facts.factor === "passkey" ? "A passkey was added" : "An authenticator app was added",
    lead: `The ${formatFactor(facts)} was added to your account. From now on, you sign in to Tattle with a second factor.`,
  }),
  removed: (facts) => ({
    title: facts.factor === "passkey" ? "A passkey was removed" : "Your authenticator app was removed",
    lead: `The ${formatFactor(facts)} was removed from your account: it no longer signs you in to Tattle.`,
  }),
  reset: () => ({
    title: "Your second factors were removed",
    lead: "The operator of this installation removed the passkeys, the authenticator app and the recovery codes of your account, and signed you out everywhere. Sign in as before, then set up a second factor again.",
  }),
  codes_replaced: () => ({
    title: "Your recovery codes were replaced",
    lead: "New recovery codes were created for your account. The old ones no longer work.",
  }),
  code_used: ({ left = 0 }) => ({
    title: "A recovery code was used",
    lead: `Someone signed in to your account with one of your recovery codes. ${formatLeft(left)}`,
  }),
};

const formatLeft = (count: number) =>
  count === 0
    ? "None are left. Create new ones now."
    : `${count} ${count === 1 ? "is" : "are"} left. If you’ve lost your phone or security key, remove it from your account and add a new one.`;

export function secondFactorContent(facts: Facts, writeTime: WriteTime): MailContent {
  const { title, lead } = TEXTS[facts.change](facts);
  return {
    subject: title,
    title,
    lead,
    facts: [{ label: "When", value: writeTime(facts.at) }],
    button: { label: "Open Account Security", url: facts.url },
    closing: {
      words:
        "If this wasn’t you, someone else is using your account: choose a new password, sign out everywhere, and contact the operator of this installation.",
    },
  };
}
