"use client";

import { useState } from "react";
import { RelativeTime } from "@/components/relative-time";
import { Form, type FormAction, Submit } from "@/components/ui/form";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import type { Browser } from "@/lib/channels/browsers";
import { removeBrowserAction, testBrowserAction } from "./browser-actions";
import { type Support, unsubscribe } from "./subscription";
import { TurnOn } from "./turn-on";
import { useThisBrowser } from "./use-this-browser";

type BrowsersProps = { caseId: string; browsers: Browser[]; publicKey: string; now: Date };

/** Turns notifications on in this browser, and tests and removes those of the person’s browsers. */
export function Browsers({ caseId, browsers, publicKey, now }: BrowsersProps) {
  const { here, lookAgain } = useThisBrowser(browsers);
  const [tested, setTested] = useState("");
  const own = browsers.find(({ endpointHash }) => endpointHash === here?.endpointHash);
  return (
    <>
      {browsers.length > 0 && (
        <Table label="Your browsers" stacks>
          <Head columns={["Browser", "Added"]} actions="Actions" />
          <tbody>
            {browsers.map((browser) => (
              <BrowserRow
                key={browser.id}
                caseId={caseId}
                browser={browser}
                isThis={browser === own}
                now={now}
                onTested={setTested}
              />
            ))}
          </tbody>
        </Table>
      )}
      <p role="status" className="max-w-prose empty:hidden">
        {tested}
      </p>
      {here && !(own && !own.isOff) && (
        <ThisBrowser support={here.support}>
          <TurnOn caseId={caseId} publicKey={publicKey} onAsked={lookAgain} />
        </ThisBrowser>
      )}
    </>
  );
}

const OBSTACLES: Record<Exclude<Support, "able">, string> = {
  blocked:
    "Notifications from this site are blocked in this browser. Allow them in the site settings next to the address, then reload the page.",
  insecure:
    "Browsers show notifications only for pages opened over https. Ask the person who runs this installation.",
  unsupported:
    "This browser cannot show notifications from web pages. On an iPhone or iPad, add Tattle to the Home Screen, and open it there.",
};

/** `children`: the button that turns them on, unless something prevents that. */
const ThisBrowser = ({ support, children }: { support: Support; children: React.ReactNode }) =>
  support === "able" ? children : <p className="max-w-prose">{OBSTACLES[support]}</p>;

type BrowserRowProps = {
  caseId: string;
  browser: Browser;
  isThis: boolean;
  now: Date;
  onTested: (result: string) => void;
};

function BrowserRow({ caseId, browser, isThis, now, onTested }: BrowserRowProps) {
  const { id, name, addedAt, isOff, offReason } = browser;
  const test: FormAction = async (previous, form) => {
    onTested("");
    const state = await testBrowserAction(caseId, id, previous, form);
    if (state.result) onTested(formatTest(name, state.result));
    return state;
  };
  const remove: FormAction = async (previous, form) => {
    onTested("");
    const state = await removeBrowserAction(caseId, id, previous, form);
    if (isThis && state.result?.isLast) await unsubscribe();
    return state;
  };
  return (
    <Row>
      <Cell className="min-w-40 max-sm:basis-full">
        {name}
        {isThis && <span className="text-ink-quiet"> (this browser)</span>}
        {isOff && <p className="max-w-prose text-failed">Switched off. {offReason}</p>}
      </Cell>
      <Cell name="added" className="text-ink-quiet">
        <RelativeTime at={addedAt} now={now} />
      </Cell>
      <Cell className="text-right">
        <div className="flex flex-wrap justify-end gap-2">
          {!isOff && (
            <Form action={test} className="grid gap-2">
              <Submit look="plain" busy="Sending…">
                Send Test<span className="sr-only"> to {name}</span>
              </Submit>
            </Form>
          )}
          <Form action={remove} className="grid gap-2">
            <Submit look="bare" busy="Removing…">
              {isOff ? "Remove" : "Turn Off"}
              <span className="sr-only"> in {name}</span>
            </Submit>
          </Form>
        </div>
      </Cell>
    </Row>
  );
}

const formatTest = (name: string, { outcome, text }: { outcome: string; text: string }) =>
  outcome === "accepted"
    ? `Sent to ${name}. If nothing appears there, allow the browser’s notifications in the settings of your system.`
    : `Not sent to ${name}: ${text}.`;
