import { z } from "zod";
import { everything } from "#contract/events.ts";
import { monthName } from "#contract/spans.ts";
import type { Currency } from "#contract/words.ts";
import { event } from "#platform/journal/event.ts";

const ofCompany = { resource: "company", feed: null, refreshes: [everything] } as const;
const ofPerson = { feed: null, refreshes: [] } as const;

export const companyRegistered = event(
  "company.registered",
  { ...ofCompany, complianceRelevant: true },
  (id: string) => ({ id, title: "Company registered", details: {} }),
);

type Locale = { currency: string; timeZone: string; fiscalYearStart: number };

export const companyChanged = event(
  "company.changed",
  {
    ...ofCompany,
    details: z.strictObject({
      currency: z.array(z.string()),
      timeZone: z.array(z.string()),
      /** Records of earlier versions do not hold it. */
      fiscalYearStart: z.array(z.int()).optional(),
    }),
  },
  (id: string, from: Locale, to: Locale & { currency: Currency }) => ({
    id,
    title: `Figures in ${to.currency}, time zone ${to.timeZone}${to.fiscalYearStart === 1 ? "" : `, fiscal years from ${monthName(to.fiscalYearStart)}`}`,
    details: {
      currency: [from.currency, to.currency],
      timeZone: [from.timeZone, to.timeZone],
      fiscalYearStart: [from.fiscalYearStart, to.fiscalYearStart],
    },
  }),
);

export const userLoggedIn = event("user.logged_in", { ...ofPerson, resource: "user" }, (id: string) => ({
  id,
  title: "Signed in",
  details: {},
}));

export const userLoggedOut = event(
  "user.logged_out",
  { ...ofPerson, resource: "session" },
  (id: string, title: string) => ({ id, title, details: {} }),
);

const ofUser = { ...ofPerson, resource: "user", complianceRelevant: true } as const;
const sessions = z.strictObject({ sessionsEnded: z.number() });

export const userSignInFailed = event("user.sign_in_failed", { ...ofUser, severity: "warning" }, (id: string) => ({
  id,
  title: "Sign-in failed: wrong password",
  details: {},
}));

export const userSessionsEnded = event(
  "user.sessions_ended",
  { ...ofUser, details: sessions },
  (id: string, sessionsEnded: number) => ({ id, title: "Signed out everywhere", details: { sessionsEnded } }),
);

export const userProfileChanged = event(
  "user.profile_changed",
  { ...ofUser, refreshes: ["user", "members"] },
  (id: string, changed: string[]) => ({ id, title: `Profile changed: ${changed.join(", ")}`, details: { changed } }),
);

export const addressProofAsked = event("user.address_proof_asked", ofUser, (id: string) => ({
  id,
  title: "Link to prove the email address asked for",
  details: {},
}));
export const addressProven = event("user.address_proven", { ...ofUser, refreshes: ["user", "push"] }, (id: string) => ({
  id,
  title: "Email address proven",
  details: {},
}));

export const userPasswordChanged = event("user.password_changed", ofUser, (id: string, sessionsEnded: number) => ({
  id,
  title: "Password changed",
  details: { sessionsEnded },
}));

export const userPasswordReset = event(
  "user.password_reset",
  { ...ofUser, details: sessions, severity: "warning" },
  (id: string, sessionsEnded: number) => ({ id, title: "Password set by the operator", details: { sessionsEnded } }),
);
