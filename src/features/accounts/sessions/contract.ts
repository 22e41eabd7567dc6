import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { id, instant } from "#contract/words.ts";

export const session = z.strictObject({
  id,
  /** "Firefox on macOS"; null if the browser did not say, or if it was an earlier version. */
  device: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: instant,
  /** To about five minutes. */
  seenAt: instant,
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const listSessions = endpoint("GET", "/api/sessions", {
  summary: "The signed-in person's sessions, this one first, then the last used.",
  response: z.array(session),
  access: "viewer",
  scope: "browser",
});

export const endSession = endpoint("DELETE", "/api/sessions/:id", {
  summary:
    "Ends one of the person's own sessions and its sockets; another than this one after a sign-in of the last 30 minutes.",
  params: { id },
  response: session,
  access: "viewer",
  scope: "browser",
});

export const endAllSessions = endpoint("POST", "/api/sessions/end-all", {
  summary:
    "Ends every session of the person, this one too, and revokes their API tokens. Needs a sign-in of the last 30 minutes.",
  response: z.strictObject({ sessionsEnded: z.int().nonnegative() }),
  access: "viewer",
  scope: "browser",
  takesKey: false,
});
