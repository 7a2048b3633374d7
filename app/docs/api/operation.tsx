import { OPERATIONS } from "@/app/v1/operations";
import { Prose } from "@/components/prose";
import { Code } from "@/components/ui/code";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { type Attribute, listAttributes } from "@/lib/api/attributes";
import { buildCurlCommand, exampleResponse, exampleUrl } from "@/lib/api/example";
import { listQuery } from "@/lib/api/openapi";
import type { Operation } from "@/lib/api/operation";
import { env } from "@/lib/platform/env";

/** One operation: description, attributes, an example command and its response. */
export function OperationSection({ operation, schema }: { operation: Operation; schema?: object }) {
  const { id, method, path, title, description, errors = [], isPublic } = operation;
  const query = listQuery(operation);
  const url = `${env.APP_URL}${exampleUrl(operation, OPERATIONS)}`;
  return (
    <section aria-labelledby={id} className="grid gap-3 border-t border-line pt-8">
      <h2 id={id} className="scroll-mt-6 text-lg font-semibold tracking-tight">
        {title}
      </h2>
      <p className="font-mono text-sm wrap-anywhere">
        <span className="font-semibold">{method}</span> {path}
        {query[0] && <span className="text-ink-quiet">?{query[0].name}=…</span>}
      </p>
      <p className="max-w-prose">
        <Prose text={description} />
      </p>
      {query.map(({ name, description }) => (
        <p key={name} className="max-w-prose">
          <Prose text={`\`${name}\`: ${description}`} />
        </p>
      ))}
      {schema && <Attributes schema={schema} />}
      <Code
        text={buildCurlCommand(operation, url, isPublic ? null : "YOUR_API_KEY")}
        what={`${title}: command`}
      />
      <ExampleResponse operation={operation} />
      {errors.length > 0 && (
        <p className="text-sm text-ink-quiet">
          Errors: <Prose text={errors.map((type) => `\`${type}\``).join(", ")} />
        </p>
      )}
    </section>
  );
}

function ExampleResponse({ operation }: { operation: Operation }) {
  const example = exampleResponse(operation);
  if (operation.response === null)
    return <p className="text-sm text-ink-quiet">Responds with 204 and no body.</p>;
  if (example === undefined)
    return <p className="text-sm text-ink-quiet">Responds with 200 and the document.</p>;
  return (
    <>
      <p className="text-sm text-ink-quiet">Responds with 200:</p>
      <Code text={JSON.stringify(example, null, 2)} what={`${operation.title}: response`} />
    </>
  );
}

/** The attributes of a body, from the schema that parses it. */
function Attributes({ schema }: { schema: object }) {
  const attributes = listAttributes(schema);
  if (attributes.length === 0) return null;
  return (
    <Table label="Attributes">
      <Head columns={["Attribute", "Type", "Meaning"]} />
      <tbody>
        {attributes.map((attribute) => (
          <AttributeRow key={attribute.name} {...attribute} />
        ))}
      </tbody>
    </Table>
  );
}

const AttributeRow = ({ name, type, isRequired, description }: Attribute) => (
  <Row className="align-top">
    <Cell className="font-mono whitespace-nowrap">{name}</Cell>
    <Cell className="text-ink-quiet">{type}</Cell>
    <Cell>
      {isRequired && <span className="font-medium">Required. </span>}
      <Prose text={description} />
    </Cell>
  </Row>
);
