// Only syntax that an old Node can read: this file is what tells people that theirs is too old.
var version = process.versions.node.split(".").map(Number);
var major = version[0];
var minor = version[1];

/** Whether this Node can run Tattle; says so in one line when it cannot. Prisma sets the limits. */
export function isSupportedNode() {
  var supported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24;
  if (!supported) {
    console.error(
      "Tattle needs Node.js 20.19, 22.12 or 24 and newer, but this is " +
        process.version +
        ": install one from https://nodejs.org and start again.",
    );
    process.exitCode = 1;
  }
  return supported;
}
