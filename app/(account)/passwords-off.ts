import { redirect } from "next/navigation";
import { arePasswordsOff } from "@/lib/people/users/passwords-off";

/** Call it in a page that is of no use where passwords are off: it leads to the sign-in page instead. */
export function leaveIfPasswordsOff(): void {
  if (arePasswordsOff()) redirect("/sign-in");
}
