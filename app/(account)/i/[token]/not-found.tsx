import { TextLink } from "../../text-link";

export default function DeadLink() {
  return (
    <>
      <h1 className="text-xl font-semibold">Sign in to respond</h1>
      <p className="text-ink-quiet">
        This link no longer works. Links to respond are for members of the case and for ntfy, unless the case
        has turned them off. In other chats, use the buttons of Slack or Telegram.
      </p>
      <p>
        <TextLink href="/">Sign in to see your incidents</TextLink>
      </p>
    </>
  );
}
