import type { Command } from "commander";

export function addLogin(program: Command, setStatus: (status: number) => void): void {
  program
    .command("login <URL>")
    .description(
      "keep the address and an API key in your settings; the key is read without echo, or from a pipe",
    )
    .action(async (url: string) => {
      const { login } = await import("../login");
      setStatus(await login(url));
    });
}
