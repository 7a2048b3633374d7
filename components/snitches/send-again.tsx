import { Form, type FormAction, Submit } from "@/components/ui/form";

type SendAgainProps = { address: string; action: FormAction };

/** The button that lets Tattle email a marked address again. */
export const SendAgain = ({ address, action }: SendAgainProps) => (
  <Form action={action} className="contents">
    <Submit look="plain" busy="Saving…">
      Email Again
      <span className="sr-only">: {address}</span>
    </Submit>
  </Form>
);
