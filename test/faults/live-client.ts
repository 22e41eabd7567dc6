import WebSocket from "ws";
import { currentUser } from "#features/accounts/contract.ts";
import { listAgents } from "#features/agents/contract.ts";
import { listPolicies } from "#features/authority/contract.ts";
import { listCommunications } from "#features/communications/contract.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import { listDecisions } from "#features/decisions/contract.ts";
import { listTasks } from "#features/tasks/contract.ts";
import { coalesce, pauseAfterReturn, pauseBefore } from "../../src/ui/live-pace.ts";

/** What the page of a company reads again when its line comes back. */
export const pageReads = [
  currentUser,
  getDashboard,
  listAgents,
  listTasks,
  listDecisions,
  listCommunications,
  listPolicies,
].map((endpoint) => endpoint.path);

/** An open page without its browser: the product's own pace, a socket, and the reads that follow. */
export type LiveClient = {
  name: string;
  isLive(): boolean;
  attempts: number;
  /** When it asked for its page again, in milliseconds of the process. */
  refreshes: number[];
  statuses: Map<number, number>;
  close(): void;
};

export function openLiveClient(url: string, person: { cookie: string; companyId: string }, name: string): LiveClient {
  let socket: WebSocket;
  let closed = false;
  let live = false;
  let attempt = 0;
  let retry: NodeJS.Timeout | undefined;
  const tags = new Map<string, string>();
  const client: LiveClient = {
    name,
    isLive: () => live,
    attempts: 0,
    refreshes: [],
    statuses: new Map(),
    close() {
      closed = true;
      clearTimeout(retry);
      socket.terminate();
    },
  };

  /** As a browser does: what it has is only asked after. */
  async function read(path: string): Promise<void> {
    const tag = tags.get(path);
    const headers = { cookie: person.cookie, "x-load": `${name} ${path}`, ...(tag ? { "if-none-match": tag } : {}) };
    const status = await fetch(url + path, { headers }).then(
      async (response) => {
        const given = response.headers.get("etag");
        if (given) tags.set(path, given);
        await response.text();
        return response.status;
      },
      () => 0,
    );
    client.statuses.set(status, (client.statuses.get(status) ?? 0) + 1);
  }

  const ask = coalesce(
    () => {
      client.refreshes.push(performance.now());
      for (const path of pageReads) void read(path);
    },
    () => performance.now(),
  );

  function connect(): void {
    client.attempts += 1;
    socket = new WebSocket(`${url.replace("http", "ws")}/ws`, { headers: { cookie: person.cookie, origin: url } });
    socket.on("open", () => {
      socket.send(JSON.stringify({ type: "join_company", companyId: person.companyId }));
      if (attempt > 0) setTimeout(ask, pauseAfterReturn(), "*");
      attempt = 0;
    });
    socket.on("message", (frame: Buffer) => {
      const { type } = JSON.parse(frame.toString()) as { type: string };
      if (type === "joined") live = true;
      else if (type === "refresh") setTimeout(ask, pauseAfterReturn(), "*");
      else ask("*");
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      live = false;
      if (closed) return;
      retry = setTimeout(connect, pauseBefore(attempt));
      attempt += 1;
    });
  }
  connect();
  return client;
}
