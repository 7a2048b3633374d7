/** The page of a channel within its case, from `/` on. Webhooks have pages of their own. */
export const channelPath = (caseId: string, { id, kind }: { id: string; kind: string }) =>
  `/${caseId}/${kind === "webhook" ? "webhooks" : "channels"}/${id}`;
