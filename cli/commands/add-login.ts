import type { Command } from "commander";

export function addLogin(program: Command, setStatus: (status: number) => void): void {
  program
    .command("login <URL>")
    .description("save the server URL and an API key; the key is read from a prompt or a pipe")
    .action(async (url: string) => {
      const { login } = await import("../login");
      setStatus(await login(url));
    });
}
