import { Form, type FormAction, Submit } from "@/components/ui/form";

/** The button that lets Tattle email a marked address again. */
export const SendAgain = ({ address, action }: { address: string; action: FormAction }) => (
  <Form action={action} className="contents">
    <Submit look="plain" busy="Saving…">
      Email Again
      <span className="sr-only">: {address}</span>
    </Submit>
  </Form>
);
