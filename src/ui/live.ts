import { useSyncExternalStore } from "react";
import { everything, type LiveMessage } from "#contract/events.ts";
import { now } from "./clock.ts";
import { coalesce, pauseAfterReturn, pauseBefore } from "./live-pace.ts";
import { refresh, refreshAll, refreshRow } from "./query.ts";

export type LiveState = "connecting" | "live" | "lost";

const requestRefresh = coalesce(
  (subjects) => void (subjects.has(everything) ? refreshAll() : refresh(...subjects)),
  () => now(),
);

/** Refetches everything, because events that happened while disconnected were not sent. */
const catchUp = (): unknown => setTimeout(() => requestRefresh(everything), pauseAfterReturn());

/** Two tabs that each show a run must stay within the session's rate limit for polled calls. */
const draftPause = 1_500;
const requestDraft = coalesce(
  (runs) => runs.forEach((id) => void refreshRow("drafts", id)),
  () => now(),
  draftPause,
);

function handleMessage({ type, id, refreshes }: LiveMessage): void {
  if (type === "refresh") return void catchUp();
  // Text that is being written is shown as it grows.
  if (type === "run.draft") return id === null ? undefined : requestDraft(id);
  requestRefresh(...refreshes);
}

/** The close code for an ended session. */
const signedOut = 4401;

let state: LiveState = "connecting";
/** When the connection was lost; null while connected. */
let lostAt: number | null = null;
const listeners = new Set<() => void>();
function setState(next: LiveState): void {
  lostAt = next === "lost" ? (lostAt ?? now()) : null;
  state = next;
  for (const listener of listeners) listener();
}

/** Keeps a company's socket open until the returned function is called. */
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
      setState("live");
    };
    socket.onmessage = (event) => {
      const message = messageIn(event.data);
      if (message) handleMessage(message);
    };
    socket.onclose = ({ code }) => {
      if (closed) return;
      // The refetch gets a 401, which leads to the sign-in page.
      if (code === signedOut) requestRefresh(everything);
      setState("lost");
      retry = setTimeout(connect, pauseBefore(attempt));
      attempt += 1;
    };
  };
  connect();

  return () => {
    closed = true;
    clearTimeout(retry);
    socket?.close();
    setState("connecting");
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
/** Since when the page may be out of date; null while live updates arrive. */
export const useLostAt = (): number | null => useSyncExternalStore(subscribe, () => lostAt);
