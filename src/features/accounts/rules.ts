/** Takes what a person typed as username or address, gives the form names are compared in. */
export function fold(name: string): string {
  return name.trim().normalize("NFKC").toLowerCase();
}

/** At most this many sessions per person; the oldest end first (SAFETY 2.3). */
export const mostSessions = 20;

/** Version of the terms a person agrees to when they sign up. */
export const termsVersion = "2025-01-13";
