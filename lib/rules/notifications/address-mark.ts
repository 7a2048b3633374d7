/** Why an address gets no alerts: its mail server refuses them permanently, or its reader reported one as spam. */
export type EmailMark = "bounced" | "complained";

/** The facts about an address. `deliveredAt`: when an email last arrived. `clearedAt`: when a person last removed the mark. */
export type AddressState = {
  mark: EmailMark | null;
  markedAt: Date | null;
  deliveredAt: Date | null;
  clearedAt: Date | null;
};

/** The outcome of an email as the provider reports it, and when. */
export type AddressEvent = { kind: EmailMark | "delivered"; at: Date };

/**
 * Applies an event. Events may come late, twice and in any order: the result is the same. A later delivery ends a bounce, but not a
 * complaint, because a mail server accepts emails that its reader does not want. What a person removed returns only by a newer
 * event.
 */
export function applyAddressEvent(state: AddressState, { kind, at }: AddressEvent): AddressState {
  if (kind === "delivered") {
    const deliveredAt = later(state.deliveredAt, at);
    const isOver = state.mark === "bounced" && !isAfter(state.markedAt, deliveredAt);
    return { ...state, deliveredAt, ...(isOver && { mark: null, markedAt: null }) };
  }
  if (!isAfter(at, state.clearedAt)) return state;
  if (kind === "bounced" && (state.mark === "complained" || !isAfter(at, state.deliveredAt))) return state;
  const markedAt = state.mark === kind ? later(state.markedAt, at) : at;
  return { ...state, mark: kind, markedAt };
}

const later = (one: Date | null, other: Date): Date => (one && one > other ? one : other);

const isAfter = (at: Date | null, reference: Date | null): boolean =>
  at !== null && (reference === null || at > reference);
