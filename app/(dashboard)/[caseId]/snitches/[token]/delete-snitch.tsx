import { ConfirmByTyping } from "@/components/confirm-by-typing";
import { removeSnitchAction } from "./actions";

export const DELETE_WARNING = "Its history is deleted too, and its check-in URL stops working.";

type DeleteSnitchProps = { caseId: string; snitch: { token: string; name: string }; verb?: string };

/** The button that deletes a snitch, once its name was typed. */
export const DeleteSnitch = ({ caseId, snitch, verb = "Delete Snitch" }: DeleteSnitchProps) => (
  <ConfirmByTyping
    title="Delete this snitch?"
    expected={snitch.name}
    label="Name"
    name="name"
    verb={verb}
    action={removeSnitchAction.bind(null, caseId, snitch.token)}
  >
    {DELETE_WARNING}
  </ConfirmByTyping>
);
