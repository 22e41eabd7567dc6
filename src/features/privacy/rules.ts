import type { ConsentKind } from "#features/accounts/consents/contract.ts";
import { freshUntil } from "#features/accounts/factors/rules.ts";
import type { Settings } from "#features/privacy/contract.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/** The settings with these consents; what is essential is always on. */
export const settingsOf = (given: readonly ConsentKind[]): Settings => ({
  essential: true,
  analytics: given.includes("analytics"),
  marketing: given.includes("marketing"),
  personalization: given.includes("personalization"),
  dataProcessing: given.includes("dataProcessing"),
  thirdPartySharing: given.includes("thirdPartySharing"),
  gdprConsent: given.includes("gdprConsent"),
  ccpaConsent: given.includes("ccpaConsent"),
});

/** The share of settings that are on, in percent, and how it reads. */
export function complianceOf(settings: Settings): { on: number; of: number; score: number; band: string } {
  const all = Object.values(settings);
  const on = all.filter(Boolean).length;
  const score = Math.round((on / all.length) * 100);
  const band = score >= 80 ? "Excellent" : score >= 60 ? "Good" : "Needs Attention";
  return { on, of: all.length, score, band };
}

export const exportLimit = { most: 3, within: day };

/** How long a member who was removed is still known by name. */
export const formerFor = 90 * day;

/** How long a closed company is kept before all of it is deleted. */
export const closedFor = 30 * day;

/** Why a person's data cannot be deleted now, or null. */
export function deletionError(
  { confirmDeletion }: { confirmDeletion?: boolean | undefined },
  signedInAt: Date | null,
  now: Date,
): string | null {
  if (confirmDeletion !== true) return "Confirm the deletion: it cannot be undone.";
  if (!signedInAt || !freshUntil(signedInAt, now))
    return "Sign in again first: deleting your data needs a sign-in of the last 30 minutes.";
  return null;
}

const units: Readonly<Record<string, number>> = { minute, hour: day / 24, day, year: 365.25 * day };

/** A period of the data registry in milliseconds: "2 years", "90 days"; null where another event ends it. */
export function periodOf(retention: string): number | null {
  const [, amount, unit = ""] = /^(\d+) (minute|hour|day|year)s?$/.exec(retention) ?? [];
  return amount ? Number(amount) * (units[unit] ?? 0) : null;
}

/** A period of the data registry in a few words. */
export const keptText = (retention: string): string =>
  retention.startsWith("while the account is active") ? "Account + 90 days" : retention;
