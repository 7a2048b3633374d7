import { providers } from "@/app/sign-in/providers";
import { Field } from "@/components/ui/field";
import { Form, Submit } from "@/components/ui/form";
import { arePasswordsOff } from "@/lib/people/users/passwords-off";
import { signUpAction } from "../actions";
import { NewPasswordField } from "../password-fields";

type FirstAccountFormProps = {
  /** The set-up code of the link that `npm start` shows; empty if the person came by another way. */
  code: string;
  /** Whether a provider has sent them back, because they did not type the code. */
  isCodeMissing: boolean;
  /** The address of a person whom a proxy in front of Tattle has signed in. */
  atProxy: string | null;
};

/** Creates the account of the operator, with a password or with a provider. */
export function FirstAccountForm({ code, isCodeMissing, atProxy }: FirstAccountFormProps) {
  return (
    <>
      <p className="text-ink-quiet">
        This is the first account, so it makes you the operator of this installation.
      </p>
      {isCodeMissing && (
        <p
          role="alert"
          className="rounded-md border border-failed/30 bg-failed/8 px-3 py-2 text-sm text-failed"
        >
          Type the set-up code first, then continue.
        </p>
      )}
      <Form action={signUpAction}>
        <Field
          label="Set-up code"
          name="setUpCode"
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          defaultValue={code}
          hint={<WhereTheCodeIs />}
          autoFocus={!code}
          required
        />
        {atProxy ? <WithProxy email={atProxy} /> : <WithPasswordOrProvider isFocused={code !== ""} />}
      </Form>
    </>
  );
}

const WithProxy = ({ email }: { email: string }) => (
  <Submit name="provider" value="proxy" busy="Creating your account…" className="h-9">
    Continue as {email}
  </Submit>
);

const WithPasswordOrProvider = ({ isFocused }: { isFocused: boolean }) => (
  <>
    {!arePasswordsOff() && <WithPassword isFocused={isFocused} />}
    {providers.map(({ id, name }) => (
      <Submit
        key={id}
        look={arePasswordsOff() ? "primary" : "plain"}
        name="provider"
        value={id}
        busy="One moment…"
        className="h-9"
      >
        Continue with {name}
      </Submit>
    ))}
  </>
);

const WithPassword = ({ isFocused }: { isFocused: boolean }) => (
  <>
    <Field
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      hint="Alerts go to this address until you change that."
      autoFocus={isFocused}
      required
    />
    <NewPasswordField />
    <Submit busy="Creating your account…" className="h-9">
      Create Account
    </Submit>
  </>
);

const WhereTheCodeIs = () => (
  <>
    <Command>npm start</Command> shows it, with a link that fills it in; in containers,{" "}
    <Command>docker compose logs migrate</Command> does. To see it again, run{" "}
    <Command>npm run admin -- setup-code</Command> on the server.
  </>
);

const Command = ({ children }: { children: string }) => (
  <code className="font-mono text-xs wrap-anywhere">{children}</code>
);
