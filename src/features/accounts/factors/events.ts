import { event } from "#platform/journal/event.ts";

const ofUser = {
  resource: "user",
  feed: null,
  refreshes: ["second-factor", "members"],
  complianceRelevant: true,
} as const;
const titled = (title: string) => (id: string) => ({ id, title, details: {} });

export const authenticatorAdded = event("user.authenticator_added", ofUser, titled("Authenticator app added"));

export const authenticatorRemoved = event(
  "user.authenticator_removed",
  { ...ofUser, severity: "warning" },
  titled("Authenticator app removed"),
);

/** Without the name a person gave it, which can be deleted. */
export const passkeyAdded = event("user.passkey_added", ofUser, titled("Passkey added"));

/** Before an approval. */
export const personConfirmed = event(
  "user.confirmed",
  { ...ofUser, refreshes: [] },
  titled("Confirmed with a passkey"),
);

export const passkeyRemoved = event(
  "user.passkey_removed",
  { ...ofUser, severity: "warning" },
  titled("Passkey removed"),
);

export const recoveryCodesMade = event("user.recovery_codes_made", ofUser, titled("New recovery codes made"));

export const recoveryCodeUsed = event(
  "user.recovery_code_used",
  { ...ofUser, severity: "warning" },
  (id: string, left: number) => ({ id, title: `Signed in with a recovery code, ${left} left`, details: { left } }),
);

export const secondFactorFailed = event(
  "user.second_factor_failed",
  { ...ofUser, refreshes: [], severity: "warning" },
  titled("Sign-in failed: wrong second factor"),
);

export const secondFactorReset = event(
  "user.second_factor_reset",
  { ...ofUser, severity: "warning" },
  titled("Second factors and linked accounts removed by the operator"),
);

export const secondFactorRequired = event(
  "company.second_factor_changed",
  { ...ofUser, resource: "company" },
  (id: string, isRequired: boolean) => ({
    id,
    title: isRequired ? "Second factor required for everyone" : "Second factor optional",
    details: { isRequired },
  }),
);
