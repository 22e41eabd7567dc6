import { maxSessions } from "#features/accounts/rules.ts";

/** Why a session ended, as its browser is told. */
export const sessionEnds = {
  idle: "You were signed out after 12 hours without activity.",
  expired: "You were signed out because a sign-in lasts 7 days.",
  crowded: `You were signed out because you have signed in ${maxSessions} times since.`,
  elsewhere: "You were signed out from another of your sessions.",
  admin: "An admin signed you out.",
  password: "You were signed out because your password was changed.",
  factor: "You were signed out because your second factor was changed.",
  suspended: "An admin suspended your access.",
  removed: "Your account was removed from this company.",
  closed: "Your company was closed.",
} as const;
export type SessionEnd = keyof typeof sessionEnds;
