import { TextLink } from "../../text-link";

export default function DeadLink() {
  return (
    <>
      <h1 className="text-xl font-semibold">This link does not work</h1>
      <p className="text-ink-quiet">
        Links of messages work for seven days, for members of the case, and those in chats for one day, unless
        the case has turned them off. If it may be incomplete, open it from the message again.
      </p>
      <p>
        <TextLink href="/">Sign in to see your incidents</TextLink>
      </p>
    </>
  );
}
