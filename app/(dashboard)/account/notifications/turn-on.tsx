import { Form, type FormAction, Submit } from "@/components/ui/form";
import { addBrowserAction } from "./browser-actions";
import { subscribe } from "./subscription";

type TurnOnProps = { caseId: string; publicKey: string; onAsked: () => void };

/** Asks for permission only when clicked. */
export function TurnOn({ caseId, publicKey, onAsked }: TurnOnProps) {
  const turnOn: FormAction = async (previous, form) => {
    const permission = await Notification.requestPermission();
    onAsked();
    if (permission !== "granted")
      return { error: "You have not given the browser permission. Try again, and choose “Allow”." };
    const subscription = await subscribe(publicKey).catch((error: Error) => error);
    if (subscription instanceof Error)
      return { error: `Couldn’t connect to this browser’s push service: ${subscription.message}` };
    const { endpoint = "", keys = {} } = subscription.toJSON();
    for (const [name, value] of Object.entries({ endpoint, ...keys })) form.set(name, value);
    const state = await addBrowserAction(caseId, previous, form);
    onAsked();
    // Nothing of it was typed, and no field shows it.
    return { ...state, validations: undefined, values: undefined };
  };
  return (
    <Form action={turnOn} className="grid justify-items-start gap-3">
      <Submit busy="Turning on…">Turn On in This Browser</Submit>
    </Form>
  );
}
