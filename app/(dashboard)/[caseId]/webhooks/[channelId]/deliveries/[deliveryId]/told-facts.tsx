import { Fact, FactList } from "@/components/ui/fact";
import type { Told } from "@/lib/channel-kinds/told";
import { factsOf, reasonOf, titleOf } from "@/lib/channel-kinds/words";

/** What a channel was told, without the request: that one contains its secrets. `body`: as it was saved. */
export function ToldFacts({ body }: { body: string }) {
  const told: Told = JSON.parse(body);
  const facts = factsOf(told);
  const reason = reasonOf(told);
  return (
    <div className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-4 rounded-md border border-line bg-surface-quiet px-4 py-3">
      <div className="grid gap-1">
        <p className="font-medium wrap-anywhere">{titleOf(told)}</p>
        {reason && <p className="text-sm text-ink-quiet wrap-anywhere">{reason}</p>}
      </div>
      {facts.length > 0 && (
        <FactList>
          {facts.map(({ label, value }) => (
            <Fact key={label} label={label}>
              <span className="wrap-anywhere whitespace-pre-wrap">{value}</span>
            </Fact>
          ))}
        </FactList>
      )}
    </div>
  );
}
