// Preloaded into every Node process that scripts/process.mjs starts. When the parent is gone, even killed, this stops
// the process group: with SIGTERM, and with SIGKILL after `grace` milliseconds.
const graceMs = Number(new URL(import.meta.url).searchParams.get("grace"));
const parent = Number(process.env.TATTLE_PARENT);

// Processes that this one starts may inherit the flag that loads this file, but do not lead a process group.
if (process.ppid === parent) {
  const orphaned = () => {
    // A process that exits in order disconnects, too.
    if (process.ppid === parent) return;
    setTimeout(() => process.kill(-process.pid, "SIGKILL"), graceMs).unref();
    process.kill(-process.pid, "SIGTERM");
  };
  // The kernel takes a moment to assign a new parent.
  process.on("disconnect", () => setTimeout(orphaned, 100));
  process.channel?.unref();
}
