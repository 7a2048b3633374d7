import { SettingRow } from "@/components/setting-row";
import { ButtonLink } from "@/components/ui/button";
import { Form, type FormAction, Submit } from "@/components/ui/form";

/** What the rules of the page share. `edited`: the one that is being edited. `path`: of the page. */
export type Editing = { path: string; edited: string | undefined; mayChange: boolean };

type RuleRowProps = Editing & {
  id: string;
  title: string;
  sentence: React.ReactNode;
  action: FormAction;
  /** Whether it can be removed. */
  isRemovable?: boolean;
  /** Its fields. */
  children: React.ReactNode;
};

/** A rule in a sentence; while it is edited, its form, which saves it alone. */
export const RuleRow = ({
  id,
  title,
  sentence,
  action,
  isRemovable,
  children,
  path,
  edited,
  mayChange,
}: RuleRowProps) => (
  <SettingRow
    id={id}
    title={title}
    editUrl={mayChange ? `${path}?edit=${id}#${id}` : undefined}
    form={
      mayChange &&
      edited === id && (
        <Form asksBeforeLeaving action={action}>
          {children}
          <div className="flex flex-wrap gap-2">
            <Submit busy="Saving…">Save</Submit>
            <ButtonLink href={`${path}#${id}`} scroll={false} look="bare">
              Cancel
            </ButtonLink>
            {isRemovable && (
              <Submit look="danger" busy="Removing…" name="remove" value="yes" className="ml-auto">
                Remove
              </Submit>
            )}
          </div>
        </Form>
      )
    }
  >
    {sentence}
  </SettingRow>
);
