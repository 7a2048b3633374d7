export default function UnknownDrillMessage() {
  return (
    <>
      <h1 className="text-xl font-semibold">This link does not work</h1>
      <p className="text-ink-quiet">
        It may be incomplete. Open it from the message again. Fire drill links work for 30 days.
      </p>
    </>
  );
}
