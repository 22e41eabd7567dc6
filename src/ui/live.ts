import { useSyncExternalStore } from "react";
import { everything, type LiveMessage } from "#contract/events.ts";
import { now } from "./clock.ts";
import { coalesce, pauseAfterReturn, pauseBefore } from "./live-pace.ts";
import { refresh, refreshAll } from "./query.ts";

export type LiveState = "connecting" | "live" | "lost";

const ask = coalesce(
  (asked) => void (asked.has(everything) ? refreshAll() : refresh(...asked)),
  () => now(),
);

/** What happened while a line was down, here or at the server, was not announced. */
const catchUp = (): unknown => setTimeout(() => ask(everything), pauseAfterReturn());

/** What a message makes old is read again, at most every two seconds. */
function announce({ type, refreshes }: LiveMessage): void {
  if (type === "refresh") return void catchUp();
  ask(...refreshes);
}

/** The server ended the session of this line. */
const signedOut = 4401;

let state: LiveState = "connecting";
const listeners = new Set<() => void>();
function become(next: LiveState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Keeps one socket of a company open until the returned function is called. */
export function openLive(companyId: string): () => void {
  let closed = false;
  let attempt = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let socket: WebSocket | undefined;

  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/ws`);
    socket.onopen = () => {
      socket?.send(JSON.stringify({ type: "join_company", companyId }));
      if (attempt > 0) catchUp();
      attempt = 0;
      become("live");
    };
    socket.onmessage = (event) => {
      const message = messageIn(event.data);
      if (message) announce(message);
    };
    socket.onclose = ({ code }) => {
      if (closed) return;
      // Whatever is asked next is refused, and the refusal leads to the sign-in.
      if (code === signedOut) ask(everything);
      become("lost");
      retry = setTimeout(connect, pauseBefore(attempt));
      attempt += 1;
    };
  };
  connect();

  return () => {
    closed = true;
    clearTimeout(retry);
    socket?.close();
    become("connecting");
  };
}

function messageIn(data: unknown): LiveMessage | null {
  try {
    const message: unknown = JSON.parse(String(data));
    const isMessage = typeof message === "object" && message !== null && "type" in message && "refreshes" in message;
    return isMessage ? (message as LiveMessage) : null;
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useLiveState = (): LiveState => useSyncExternalStore(subscribe, () => state);
