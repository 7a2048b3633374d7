import { providers } from "@/app/sign-in/providers";
import { Button } from "@/components/ui/button";
import { arePasswordsOff } from "@/lib/people/users/passwords-off";
import { signInWithProviderAction } from "./actions";

/** A button for each provider. Afterwards the browser goes to `to`. Renders nothing without providers. */
export function ProviderButtons({ to }: { to: string }) {
  if (providers.length === 0) return null;
  return (
    <form action={signInWithProviderAction} className="grid gap-2">
      <input type="hidden" name="to" value={to} />
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          type="submit"
          name="provider"
          value={id}
          look={arePasswordsOff() ? "primary" : "plain"}
          className="h-9"
        >
          Continue with {name}
        </Button>
      ))}
    </form>
  );
}
