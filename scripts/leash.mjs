// Loaded into each process of ours before its own code: it must not outlive the supervisor, however that one ended.
const GRACE_MS = 10_000;
const parent = process.ppid;

process.on("disconnect", () => {
  // A process may also hang up by itself while it stops. The system takes a moment to name a new parent.
  setTimeout(() => {
    if (process.platform !== "win32" && process.ppid === parent) return;
    process.kill(process.pid, "SIGTERM");
    // The group is ours alone: the supervisor made this process the leader of one.
    const killGroup = () =>
      process.kill(process.platform === "win32" ? process.pid : -process.pid, "SIGKILL");
    setTimeout(killGroup, GRACE_MS).unref();
  }, 100);
});
process.channel?.unref();
