"use client";

import { AppCodeField } from "@/components/ui/app-code-field";
import { CopyField } from "@/components/ui/copy-field";
import { type FormState, StatefulForm, Submit, useForm } from "@/components/ui/form";
import { Link } from "@/components/ui/link";
import { finishAppAction } from "../actions";
import { RecoveryCodeList } from "../recovery-code-list";

type SetUpState = FormState & { result?: { codes: string[] } };

type SetUpAppProps = {
  /** Null if nothing is being set up: it was finished, or never started. */
  secret: string | null;
  /** The QR code. */
  children: React.ReactNode;
};

/** Sets an authenticator app up: the QR code, and the first code of the app. Then it shows the recovery codes. */
export function SetUpApp({ secret, children }: SetUpAppProps) {
  const [state, submit] = useForm<SetUpState>(finishAppAction);
  if (state.result)
    return (
      <div className="grid gap-6">
        <p>The app is set up. From now on, you are asked for a code when you sign in.</p>
        <RecoveryCodeList codes={state.result.codes} />
        <p>
          <Back>I’ve Saved the Codes</Back>
        </p>
      </div>
    );
  if (!secret)
    return (
      <p className="text-ink-quiet">
        No app is being set up. <Back>Go to Security</Back>
      </p>
    );
  return (
    <ol className="grid max-w-md list-decimal gap-6 pl-5">
      <li>
        <div className="grid gap-4">
          <p>Scan this QR code with the app, or type the secret into it.</p>
          {children}
          <CopyField label="Secret" value={secret} what="Secret" />
        </div>
      </li>
      <li>
        <p className="pb-4">Type the code that the app now shows for Tattle.</p>
        <StatefulForm state={state} submit={submit}>
          <AppCodeField autoFocus required />
          <div className="flex items-center gap-3">
            <Submit busy="Checking…">Finish</Submit>
            <Back>Cancel</Back>
          </div>
        </StatefulForm>
      </li>
    </ol>
  );
}

const Back = ({ children }: { children: string }) => (
  <Link href="/account/security" className="font-medium underline underline-offset-4">
    {children}
  </Link>
);
