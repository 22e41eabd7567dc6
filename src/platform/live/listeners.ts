import type { WebSocket } from "ws";
import type { Caller } from "#platform/http/caller.ts";

export type Listener = {
  socket: WebSocket;
  caller: Caller;
  tokenHash: Buffer;
  joined: boolean;
  /** It answered the last ping. */
  alive: boolean;
  /** Messages received within the last second. */
  recent: number;
};

const none: ReadonlySet<Listener> = new Set();

/** This instance's open sockets, indexed by company and counted per person. */
export function openListeners() {
  const all = new Set<Listener>();
  const byCompany = new Map<string, Set<Listener>>();
  const perPerson = new Map<string, number>();
  const countOf = (userId: string): number => perPerson.get(userId) ?? 0;
  return {
    all: (): ReadonlySet<Listener> => all,
    of: (company: string): ReadonlySet<Listener> => byCompany.get(company) ?? none,
    size: (): number => all.size,
    countOf,
    add(listener: Listener): void {
      const { company, userId } = listener.caller;
      all.add(listener);
      const ofCompany = byCompany.get(company) ?? new Set();
      byCompany.set(company, ofCompany.add(listener));
      perPerson.set(userId, countOf(userId) + 1);
    },
    remove(listener: Listener): void {
      if (!all.delete(listener)) return;
      const { company, userId } = listener.caller;
      const ofCompany = byCompany.get(company);
      ofCompany?.delete(listener);
      if (ofCompany?.size === 0) byCompany.delete(company);
      const left = countOf(userId) - 1;
      if (left > 0) perPerson.set(userId, left);
      else perPerson.delete(userId);
    },
  };
}
