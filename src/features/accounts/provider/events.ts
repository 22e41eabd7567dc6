import { event } from "#platform/journal/event.ts";

const ofUser = {
  resource: "user",
  feed: null,
  refreshes: ["provider-link"],
  complianceRelevant: true,
} as const;
const titled = (title: string) => (id: string, issuer: string) => ({ id, title, details: { issuer } });

export const identityLinked = event("user.identity_linked", ofUser, titled("Account of the sign-in provider linked"));

export const identityUnlinked = event(
  "user.identity_unlinked",
  { ...ofUser, severity: "warning" },
  titled("Account of the sign-in provider unlinked"),
);
