import type { ConsentKind } from "#features/accounts/consents/contract.ts";
import { event } from "#platform/journal/event.ts";

const ofConsent = {
  resource: "consent",
  feed: null,
  refreshes: ["privacy"],
  complianceRelevant: true,
} as const;

export const consentGiven = event("consent.given", ofConsent, (id: string, kind: ConsentKind, terms: string) => ({
  id,
  title: `Consent given: ${kind}`,
  details: { kind, terms },
}));

export const consentWithdrawn = event(
  "consent.withdrawn",
  ofConsent,
  (id: string, kind: ConsentKind, terms: string) => ({
    id,
    title: `Consent withdrawn: ${kind}`,
    details: { kind, terms },
  }),
);
