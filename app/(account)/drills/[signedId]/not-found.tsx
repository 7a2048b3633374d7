export default function UnknownDrillMessage() {
  return (
    <>
      <h1 className="text-xl font-semibold">This link does not work</h1>
      <p className="text-ink-quiet">
        It may be incomplete: open it from the message again. Links of fire drills work for 30 days.
      </p>
    </>
  );
}
