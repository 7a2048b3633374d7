import type { EmailMark } from "./address-mark";
import type { EmailFrequency } from "./email-frequency";

/** Why an address is not emailed: its reader refused, or has not agreed yet, or emails to it bounced or were reported as spam. */
export type SkipReason = "left" | "unconfirmed" | EmailMark;

/** What is known about an address that belongs to no member of the case. */
export type OutsideAddress = {
  confirmedAt: Date | null;
  leftAt: Date | null;
  /** Null means the frequency of the case. */
  frequency: EmailFrequency | null;
};

/** The addresses that a case's emails can go to. All but `alertEmail` are in lower case. */
export type CaseAddresses = {
  alertEmail: string | null;
  frequency: EmailFrequency;
  /** The members' own frequencies, by address. Null means the frequency of the case. */
  members: Map<string, EmailFrequency | null>;
  /** By address. An address that is missing here has neither confirmed nor left. */
  outside: Map<string, OutsideAddress>;
  /** The addresses that emails do not reach, and why. */
  marks: Map<string, EmailMark>;
  /** Whether an address outside the case must confirm before it is emailed. */
  mustConfirm: boolean;
};

export type ChosenRecipient = {
  address: string;
  frequency: EmailFrequency;
  /** Null if the address is emailed. */
  skipReason: SkipReason | null;
  /** Whether the address stands in for recipients who are not emailed. */
  isFallback: boolean;
};

/**
 * Who is emailed about a snitch: its own list, else the case's alert address, else every member of the case. If none of a
 * list can be emailed, the next list stands in, so that someone is notified as long as the case has a member whom emails reach. Those
 * who are not emailed are included with the reason. `first`: the members of the first step of its policy, who are emailed besides a list
 * that someone chose, and in place of every member; null without such a step.
 */
export function chooseRecipients(
  ownList: string[],
  theCase: CaseAddresses,
  first: string[] | null = null,
): ChosenRecipient[] {
  const seen = new Set<string>();
  const evaluateFirst = () =>
    withoutSeen(first ?? [], seen).map((address) => evaluateAddress(address, theCase, false));
  if (first && ownList.length === 0 && !theCase.alertEmail) return evaluateFirst();
  return [...chooseFromLists(ownList, theCase, seen), ...evaluateFirst()];
}

function chooseFromLists(ownList: string[], theCase: CaseAddresses, seen: Set<string>): ChosenRecipient[] {
  const lists = [ownList, theCase.alertEmail ? [theCase.alertEmail] : [], [...theCase.members.keys()]];
  const skipped: ChosenRecipient[] = [];
  for (const list of lists) {
    const isFallback = skipped.length > 0;
    const evaluated = withoutSeen(list, seen).map((address) => evaluateAddress(address, theCase, isFallback));
    if (evaluated.some(({ skipReason }) => skipReason === null)) return [...skipped, ...evaluated];
    skipped.push(...evaluated);
  }
  return skipped;
}

/** One address, spelled in two ways, gets one email. */
function withoutSeen(addresses: string[], seen: Set<string>): string[] {
  return addresses.filter((address) => {
    const size = seen.size;
    return seen.add(address.toLowerCase()).size > size;
  });
}

function evaluateAddress(address: string, theCase: CaseAddresses, isFallback: boolean): ChosenRecipient {
  const key = address.toLowerCase();
  const own = theCase.members.get(key);
  if (own !== undefined) {
    const skipReason = theCase.marks.get(key) ?? null;
    return { address, frequency: own ?? theCase.frequency, skipReason, isFallback };
  }
  const outside = theCase.outside.get(key);
  const isUnconfirmed = theCase.mustConfirm && !outside?.confirmedAt;
  const refusal = outside?.leftAt ? "left" : isUnconfirmed ? "unconfirmed" : null;
  const skipReason = refusal ?? theCase.marks.get(key) ?? null;
  return { address, frequency: outside?.frequency ?? theCase.frequency, skipReason, isFallback };
}
