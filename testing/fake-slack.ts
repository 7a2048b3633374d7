import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type WebSocket, WebSocketServer } from "ws";

export const BOT_TOKEN = "xoxb-1234567890-EXAMPLE";
export const APP_TOKEN = "xapp-1-A0123456789-EXAMPLE";
export const CHANNEL = "C0123456789";
const TEAM = "T0123456789";

type Call = { method: string; body: Record<string, unknown>; token: string };

/** What Slack knows of people, by their ids. */
const PEOPLE: Record<string, object> = {
  UANN: {
    team_id: TEAM,
    is_email_confirmed: true,
    profile: { display_name: "Ann", email: "Ann@example.com" },
  },
  UBOB: {
    team_id: TEAM,
    is_email_confirmed: true,
    profile: { display_name: "<!everyone>", email: "bob@example.com" },
  },
  /** From another workspace, in a shared channel. */
  UEVE: {
    team_id: "TELSEWHERE",
    is_email_confirmed: true,
    profile: { real_name: "Eve", email: "ann@example.com" },
  },
};

const MAX_UNACKNOWLEDGED = 10;

/** A Slack with one app in Socket Mode. Without `tls`, it tells clients to connect to this machine; with it, to a host of Slack’s. */
export async function aSlack(tls?: { key: string; cert: string }) {
  const calls: Call[] = [];
  const acknowledged: string[] = [];
  const sockets = new Set<WebSocket>();
  const state = { connections: 0, openUrl: "", openError: "", hangsOn: "" };
  let count = 0;

  const respond = (method: string, body: Record<string, unknown>): object => {
    if (method === "apps.connections.open")
      return state.openError ? { ok: false, error: state.openError } : { ok: true, url: state.openUrl };
    if (method === "users.info") return { ok: true, user: { id: body.user, ...PEOPLE[String(body.user)] } };
    count += 1;
    return { ok: true, channel: body.channel, ts: `1700000000.00000${count}` };
  };
  const server = (tls ? createTlsServer.bind(null, tls) : createServer)(async (request, response) => {
    const url = new URL(request.url ?? "", "https://slack.com");
    const sent = await text(request);
    const isJson = request.headers["content-type"]?.startsWith("application/json");
    const body = isJson ? JSON.parse(sent || "{}") : Object.fromEntries(url.searchParams);
    const method = url.pathname.replace(/^\/(api\/)?/, "");
    calls.push({ method, body, token: request.headers.authorization ?? "" });
    if (method === state.hangsOn) return;
    response
      .writeHead(200, { "Content-Type": "application/json" })
      .end(JSON.stringify(respond(method, body)));
  });
  const upgrades = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request, socket, head) =>
    upgrades.handleUpgrade(request, socket, head, (client) => {
      sockets.add(client);
      state.connections += 1;
      let unacknowledged = 0;
      client.on("pong", () => {
        unacknowledged = 0;
      });
      // Like Slack: a client that doesn't respond is disconnected.
      const pings = setInterval(() => {
        unacknowledged += 1;
        if (unacknowledged > MAX_UNACKNOWLEDGED) client.terminate();
        else client.ping();
      }, 1_000);
      client.on("close", () => {
        clearInterval(pings);
        sockets.delete(client);
      });
      client.on("message", (data) => acknowledged.push(JSON.parse(String(data)).envelope_id));
      client.send(
        JSON.stringify({ type: "hello", num_connections: 1, connection_info: { app_id: "A0123456789" } }),
      );
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  state.openUrl = tls
    ? "wss://wss-primary.slack.com/link/?ticket=1"
    : `ws://127.0.0.1:${port}/link/?ticket=1`;

  const send = (message: object) => [...sockets].at(-1)?.send(JSON.stringify(message));
  return {
    port,
    calls,
    acknowledged,
    sockets,
    state,
    of: (method: string) => calls.filter((call) => call.method === method).map(({ body }) => body),
    /** Someone presses a button below a message that was posted. Sent again with the same `ts`, it is the same press. */
    press(
      message: Record<string, unknown>,
      { action = "acknowledge", value = "", user = "UANN", ts = `${Date.now()}.1` } = {},
    ) {
      const envelope_id = `envelope-${Math.random()}`;
      const payload = {
        type: "block_actions",
        team: { id: TEAM },
        user: { id: user, name: user.toLowerCase(), team_id: TEAM },
        channel: { id: message.channel },
        message: { type: "message", ts: "1700000000.000001", team: TEAM, bot_id: "B1", ...message },
        actions: [{ type: "button", action_id: action, block_id: "b", action_ts: ts, value }],
      };
      send({ type: "interactive", envelope_id, accepts_response_payload: true, payload });
      return envelope_id;
    },
    disconnect: (reason: string) => send({ type: "disconnect", reason, debug_info: {} }),
    close() {
      server.close();
      for (const socket of sockets) socket.terminate();
      server.closeAllConnections();
    },
  };
}
