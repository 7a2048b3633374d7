const MAX_NAMES = 5;

const CHOICES = [
  ["revoke", "Revoke", "Programs with a revoked key are refused. Jobs still check in."],
  ["keep", "Keep", "Programs keep working. The API Keys page shows that the creator is no longer a member."],
] as const;

/** Asks what happens to the API keys of a person who leaves: a copy of a key may leave with them, so revoking is chosen first. */
export function KeysQuestion({ creator, keys }: { creator: "They" | "You"; keys: string[] }) {
  const others = keys.length - MAX_NAMES;
  return (
    <fieldset className="grid gap-2 text-sm">
      <legend className="pb-1.5">
        {creator} created {keys.length === 1 ? "an API key that still works" : "API keys that still work"}:{" "}
        <strong className="font-medium wrap-anywhere">{keys.slice(0, MAX_NAMES).join(", ")}</strong>
        {others > 0 && ` and ${others} more`}.
      </legend>
      {CHOICES.map(([value, label, consequence]) => (
        <label key={value} className="flex items-start gap-2">
          <input
            type="radio"
            name="keys"
            value={value}
            defaultChecked={value === "revoke"}
            className="mt-1 accent-ink"
          />
          <span>
            {label} {keys.length === 1 ? "it" : "them"}
            <span className="block text-ink-quiet">{consequence}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
