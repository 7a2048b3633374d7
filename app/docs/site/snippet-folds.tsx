import type { Snippet } from "@/components/snitches/snippets/snippets";
import { Code } from "@/components/ui/code";

/** Snippets to paste, of which one is open at a time, without scripts. */
export const SnippetFolds = ({ label, snippets }: { label: string; snippets: Snippet[] }) => (
  <div className="grid">
    {snippets.map(({ name, lines }, i) => (
      <details key={name} name={label} open={i === 0} className="border-b border-line">
        <summary className="py-2 font-medium">{name}</summary>
        <div className="grid gap-4 pt-1 pb-4">
          {lines.map(({ text, note }) => (
            <div key={text} className="grid min-w-0 gap-1.5">
              <p className="text-sm text-ink-quiet">{note}</p>
              <Code text={text} what={`the ${name} lines`} />
            </div>
          ))}
        </div>
      </details>
    ))}
  </div>
);
