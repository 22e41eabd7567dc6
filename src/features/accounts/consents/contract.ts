/** What a person can agree to, in the order of the privacy page. */
export const consentKinds = [
  "essential",
  "dataProcessing",
  "thirdPartySharing",
  "analytics",
  "personalization",
  "marketing",
  "gdprConsent",
  "ccpaConsent",
] as const;
export type ConsentKind = (typeof consentKinds)[number];
