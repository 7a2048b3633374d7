/** All shortcuts, as the overlay lists them. */
export const KEYS: { keys: string[]; does: string }[] = [
  { keys: ["⌘K", "Ctrl K"], does: "Open the command menu" },
  { keys: ["/"], does: "Search the list" },
  { keys: ["c"], does: "Add a snitch" },
  { keys: ["j", "k"], does: "Next or previous snitch or incident on the page" },
  { keys: ["Enter"], does: "Open it" },
  { keys: ["x"], does: "Select it" },
  { keys: ["X"], does: "Select all incidents on the page" },
  { keys: ["a"], does: "Acknowledge the incident, or all that are selected" },
  { keys: ["s"], does: "Snooze or pause" },
  { keys: ["p"], does: "Pause or unpause" },
  { keys: ["y"], does: "Copy the check-in URL" },
  { keys: ["←", "→"], does: "Move along the history" },
  { keys: ["?"], does: "Show this list" },
];
