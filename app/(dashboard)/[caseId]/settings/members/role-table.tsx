import { Check } from "@/components/ui/icons";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { may, RIGHTS_IN_ORDER, ROLES } from "@/lib/cases/roles";

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** What each role can do, from the table that pages and actions check. */
export function RoleTable() {
  return (
    <Table label="What each role can do">
      <Head columns={["What", ...ROLES.map(capital)]} />
      <tbody>
        {RIGHTS_IN_ORDER.map(({ right, label: text }) => (
          <Row key={right}>
            <Cell className="sm:min-w-52">{text}</Cell>
            {ROLES.map((role) => (
              <Cell key={role}>
                {may(role, right) ? (
                  <>
                    <Check aria-hidden className="size-4" />
                    <span className="sr-only">yes</span>
                  </>
                ) : (
                  <>
                    <span aria-hidden className="text-ink-quiet">
                      –
                    </span>
                    <span className="sr-only">no</span>
                  </>
                )}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
