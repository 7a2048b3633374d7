import { Fragment } from "react";
import { galleryGroups } from "@/components/channels/gallery";
import { Prose } from "@/components/prose";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { listFormFields } from "@/lib/channel-kinds/form-fields";
import { Heading } from "../markdown";

/** The settings of each kind of channel, from its form. */
export const SettingTables = () =>
  galleryGroups().map(({ name, title, choices }) => (
    <Fragment key={name}>
      <Heading text={title}>{title}</Heading>
      <Table label={title} stacks>
        <Head columns={["Channel", "Setting", "Where to find it"]} />
        <tbody>
          {choices.map(({ kind, label }) =>
            listFormFields(kind).map((field, i) => (
              <Row key={`${kind} ${field.name}`} className="align-baseline">
                <Cell className="font-medium whitespace-nowrap max-sm:basis-full">{i === 0 && label}</Cell>
                <Cell className="min-w-32">
                  {field.title}
                  {field.isOptional && <span className="text-ink-quiet"> (optional)</span>}
                </Cell>
                <Cell className="text-ink-quiet wrap-anywhere">
                  <Prose text={field.description} />
                </Cell>
              </Row>
            )),
          )}
        </tbody>
      </Table>
    </Fragment>
  ));
