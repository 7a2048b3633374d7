// Loaded into each program that we start, before its own code: it must not outlive us, however we ended.
const graceMs = Number(new URL(import.meta.url).searchParams.get("grace"));
const parent = Number(process.env.TATTLE_PARENT);

// What this process starts may inherit the flag that loads this file, but is no leader of a process group.
if (process.ppid === parent) {
  process.on("disconnect", () => {
    // A process may also hang up by itself while it stops. The system takes a moment to name a new parent.
    setTimeout(() => {
      if (process.platform !== "win32" && process.ppid === parent) return;
      const killGroup = () =>
        process.kill(process.platform === "win32" ? process.pid : -process.pid, "SIGKILL");
      if (graceMs === 0) killGroup();
      process.kill(process.pid, "SIGTERM");
      setTimeout(killGroup, graceMs).unref();
    }, 100);
  });
  process.channel?.unref();
}
