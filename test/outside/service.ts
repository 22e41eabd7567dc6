import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

/** A request as it arrived. */
export type Call = {
  /** By the service's clock. */
  at: Date;
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  /** What went wrong with it on purpose. */
  fault: Fault["kind"] | null;
  /** Whether the service did what it was asked, whatever the caller heard of it. */
  isDone: boolean;
};

/** An answer; an object is sent as JSON. */
export type Answer = { status?: number; headers?: Record<string, string>; body?: string | Uint8Array | object };

/** What goes wrong. Only after `refuse` and `reset` the service has not done what it was asked. */
export type Fault =
  | ({ kind: "refuse"; status: number; retryAfter?: number | string } & Answer)
  | { kind: "reset" }
  /** Answers late. */
  | { kind: "slow"; ms: number }
  | { kind: "lost response" }
  /** Answers 200 with something else than was agreed; by default half of a JSON text. */
  | { kind: "malformed"; body?: string };

type When = {
  /** How many calls it meets; by default all. */
  times?: number;
  /** How long it lasts by the service's clock. */
  forMs?: number;
  on?: (call: Call) => boolean;
};

/** A clock of the outside, `speed` times as fast as ours. */
export function openClock(speed = 1): { now(): Date; advance(ms: number): void } {
  const startedAt = Date.now();
  let ahead = 0;
  return {
    now: () => new Date(startedAt + (Date.now() - startedAt) * speed + ahead),
    advance: (ms) => void (ahead += ms),
  };
}

/** Answers a call, or writes to the response itself and returns nothing. */
export type Handler = (call: Call, response: ServerResponse) => Answer | void | Promise<Answer | void>;

export type Service = {
  url: string;
  port: number;
  clock: ReturnType<typeof openClock>;
  /** Every call that arrived, in order. */
  journal: readonly Call[];
  /** Those that were carried out, to one path if it is given. */
  done(path?: string): Call[];
  /** The first fault that concerns a call meets it. */
  fail(fault: Fault, when?: When): void;
  /** Ends all faults. */
  heal(): void;
  /** From now on people are asked before they are led back: by a page of this name, with Allow and Cancel. */
  askAs(name: string): void;
  close: () => Promise<void>;
};

type Options = { port?: number; host?: string; clock?: ReturnType<typeof openClock> };

/** A service of the outside over real HTTP on this machine, with a journal, a clock, and faults on demand. */
export async function openService(
  handle: Handler = () => ({}),
  { port = 0, host = "127.0.0.1", clock = openClock() }: Options = {},
): Promise<Service> {
  const journal: Call[] = [];
  let asksAs: string | null = null;
  let faults: { fault: Fault; left: number; until: number; on: (call: Call) => boolean }[] = [];

  function faultOf(call: Call): Fault | null {
    const now = clock.now().getTime();
    const found = faults.find(({ left, until, on }) => left > 0 && until > now && on(call));
    if (found) found.left -= 1;
    return found?.fault ?? null;
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://outside");
    const { method = "", headers } = request;
    const at = { at: clock.now(), method, path: pathname, query: searchParams, headers };
    void buffer(request)
      .then((bytes) => serve({ ...at, bytes, text: bytes.toString(), fault: null, isDone: false }, response))
      .catch(() => response.destroy());
  });

  async function serve(call: Call, response: ServerResponse): Promise<void> {
    journal.push(call);
    const fault = faultOf(call);
    call.fault = fault?.kind ?? null;
    if (fault?.kind === "reset") return void response.destroy();
    if (fault?.kind === "refuse") {
      if (fault.retryAfter !== undefined) response.setHeader("retry-after", fault.retryAfter);
      return send(response, fault);
    }
    call.isDone = true;
    const answer = await handle(call, response);
    if (fault?.kind === "lost response") return void response.destroy();
    if (fault?.kind === "slow") await sleep(fault.ms, undefined, { ref: false });
    if (fault?.kind === "malformed")
      return send(response, { headers: { "content-type": "application/json" }, body: fault.body ?? '{"half": ' });
    if (answer) send(response, isLedBack(call, answer) && asksAs ? askingPage(asksAs, answer) : answer);
  }

  server.listen(port, host);
  await once(server, "listening");
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://${host}:${bound}`,
    port: bound,
    clock,
    journal,
    done: (path) => journal.filter((call) => call.isDone && (path === undefined || call.path === path)),
    fail(fault, { times = Infinity, forMs = Infinity, on = () => true } = {}) {
      faults.push({ fault, left: times, until: clock.now().getTime() + forMs, on });
    },
    heal: () => void (faults = []),
    askAs: (name) => void (asksAs = name),
    async close() {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A person's browser is on its way back to the program that asked. */
const isLedBack = ({ headers }: Call, { status, headers: own }: Answer): boolean =>
  status === 302 && headers["sec-fetch-dest"] === "document" && own?.["location"] !== undefined;

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** A page of a stand-in. */
export const htmlPage = (title: string, body: string): Answer => ({
  headers: { "content-type": "text/html; charset=utf-8", "referrer-policy": "no-referrer" },
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><body style="font:16px/1.5 system-ui;max-width:70ch;margin:3rem auto;padding:0 1rem"><h1>${escapeHtml(title)}</h1>${body}`,
});

/** The page on which a person agrees, or does not. */
function askingPage(name: string, { headers: { location = "" } = {} }: Answer): Answer {
  const no = new URL(location);
  for (const given of ["code", "scope", "realmId"]) no.searchParams.delete(given);
  no.searchParams.set("error", "access_denied");
  const link = (href: string, text: string) => `<p><a href="${escapeHtml(href)}">${text}</a></p>`;
  return htmlPage(
    `${name} (stand-in)`,
    `<p>Boardroom asks to use your account.</p>${link(location, "Allow")}${link(no.href, "Cancel")}`,
  );
}

function send(response: ServerResponse, { status = 200, headers = {}, body = "" }: Answer): void {
  const isText = typeof body === "string" || body instanceof Uint8Array;
  response.writeHead(status, { ...(!isText && { "content-type": "application/json" }), ...headers });
  response.end(isText ? body : JSON.stringify(body));
}
