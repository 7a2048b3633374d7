/** What a server was told to listen on, with the names of the variables that say so. */
export type ListenSettings = { portName: string; port: number; hostName: string; host: string | undefined };

/** Why a server cannot listen, in one line that names the variable to change. */
export function explainListenError(
  error: NodeJS.ErrnoException,
  { portName, port, hostName, host }: ListenSettings,
): string {
  switch (error.code) {
    case "EADDRINUSE":
      return `${portName}: port ${port} is taken. Stop the process that uses it, or set ${portName} to a free port.`;
    case "EACCES":
      return `${portName}: this user isn’t allowed to listen on port ${port}. Set ${portName} to 1024 or higher.`;
    case "EADDRNOTAVAIL":
      return `${hostName}: ${host} is not an address of this machine. Correct or unset it.`;
    default:
      return `${portName}: nothing can listen on port ${port} (${error.code ?? error.message}).`;
  }
}
