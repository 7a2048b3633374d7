import { Prose } from "@/components/prose";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { type Attribute, listAttributes } from "@/lib/api/attributes";

/** The attributes of a body, from the schema that parses it. */
export function Attributes({ schema }: { schema: object }) {
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
