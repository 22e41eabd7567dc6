/** Seconds of a code's time step, and how many steps a clock may be off (RFC 6238). */
export const stepSeconds = 30;
export const maxDrift = 1;

/** How long the step after the password waits for the second factor, and how many wrong codes end it. */
export const stepLifeMs = 10 * 60_000;
export const maxAttempts = 5;

/** A sign-in may be at most this old to change how a person signs in, or to delete their data. */
const freshMs = 30 * 60_000;

/** How long an approval counts as confirmed by the passkey of the one before it. */
export const confirmedMs = 5 * 60_000;

export const recoveryCodeCount = 10;
export const maxPasskeys = 20;

/** A typed code without spaces and hyphens, in lower case. */
export const plainCode = (typed: string): string => typed.replaceAll(/[ -]/g, "").toLowerCase();

export const isRecoveryCode = (plain: string): boolean => plain.length === 12;

export const timeStep = (at: Date): number => Math.floor(at.getTime() / (stepSeconds * 1000));

/** Until when a sign-in counts as recent; null once it does not. */
export function freshUntil(signedInAt: Date, now: Date): Date | null {
  const until = new Date(signedInAt.getTime() + freshMs);
  return until > now ? until : null;
}

export type Standing = { isRequired: boolean; authenticator: boolean; passkey: boolean };

/** Whether the person has a second factor that sign-in asks for. */
export const hasFactor = ({ authenticator, passkey }: Standing): boolean => authenticator || passkey;

/** Whether a new session may do nothing but set up a second factor. */
export const isLimited = (standing: Standing): boolean => standing.isRequired && !hasFactor(standing);
