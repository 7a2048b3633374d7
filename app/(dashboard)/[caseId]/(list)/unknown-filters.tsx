import { listUnknownFilters, type Query } from "./filters";

/** Says which filters of the URL do not exist, so that no one takes the whole list for what they asked for. */
export function UnknownFilters({ query }: { query: Query }) {
  const sentences = listUnknownFilters(query);
  if (sentences.length === 0) return null;
  return (
    <div
      role="note"
      className="mb-2.5 grid gap-1 rounded-md border border-errored/30 bg-errored/6 px-3 py-2 text-sm wrap-anywhere"
    >
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p className="text-ink-quiet">The list ignores {sentences.length === 1 ? "it" : "them"}.</p>
    </div>
  );
}
