import { Code } from "@/components/ui/code";
import { curlOf, EXAMPLES, type Example } from "@/lib/api/examples";
import type { Operation } from "@/lib/api/operations";
import { env } from "@/lib/platform/env";
import { Attributes } from "./attributes";
import { Prose } from "./prose";

type Props = { operation: Operation; schema?: object };

/** One operation: what it does, what it takes, a command to try, and the answer to it. */
export function OperationSection({ operation, schema }: Props) {
  const { id, method, path, title, description, query, isPublic } = operation;
  const example: Example = EXAMPLES[id];
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-8">
      <h3 id={id} className="scroll-mt-6 text-lg font-semibold tracking-tight">
        {title}
      </h3>
      <p className="font-mono text-sm break-all">
        <span className="font-semibold">{method}</span> {path}
        {query && <span className="text-ink-quiet">?{query.name}=…</span>}
      </p>
      <p className="max-w-prose">
        <Prose text={description} />
        {query && (
          <>
            {" "}
            <Prose text={`\`${query.name}\`: ${query.description}`} />
          </>
        )}
      </p>
      {schema && <Attributes schema={schema} />}
      <Code
        text={curlOf(method, example, isPublic ? null : "YOUR_API_KEY", env.APP_URL)}
        what={`${title}: command`}
      />
      <Answer operation={operation} example={example} />
      {operation.errors.length > 0 && (
        <p className="text-sm text-ink-quiet">
          Errors: <Prose text={operation.errors.map((type) => `\`${type}\``).join(", ")} />
        </p>
      )}
    </section>
  );
}

function Answer({ operation: { title, answer }, example }: { operation: Operation; example: Example }) {
  if (answer === null) return <p className="text-sm text-ink-quiet">Answers 204 without a body.</p>;
  if (example.answer === undefined)
    return <p className="text-sm text-ink-quiet">Answers 200 with the document.</p>;
  return (
    <>
      <p className="text-sm text-ink-quiet">Answers 200:</p>
      <Code text={JSON.stringify(example.answer, null, 2)} what={`${title}: answer`} />
    </>
  );
}
