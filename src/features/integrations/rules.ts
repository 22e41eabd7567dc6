import type { ConnectorFaultKind } from "#connectors/fault.ts";
import type { ConnectionStatus } from "#features/integrations/contract.ts";

/** Failures in a row after which a connection counts as faulty. */
const mostErrors = 5;

/** How long before its end an access token is renewed, and how long one instance may take for it; in milliseconds. */
export const renewAheadMs = 120_000;
export const renewalMs = 60_000;

export type Health = { status: ConnectionStatus; errorCount: number; problem: string | null };

export const healthy: Health = { status: "active", errorCount: 0, problem: null };

/** How a connection stands after a fault. */
export function afterFault(
  { status, errorCount }: Pick<Health, "status" | "errorCount">,
  { kind, message }: { kind: ConnectorFaultKind; message: string },
): Health {
  // The service answered well; a person was faster.
  if (kind === "changed") return healthy;
  const problem = message.slice(0, 300);
  // Being asked to wait is no fault.
  if (kind === "busy") return { status, errorCount, problem };
  const errors = errorCount + 1;
  if (kind === "expired") return { status: "expired", errorCount: errors, problem };
  const isStuck = kind === "denied" || kind === "setup" || errors >= mostErrors;
  return { status: isStuck && status !== "expired" ? "error" : status, errorCount: errors, problem };
}

/**
 * Whether a connection is to be read now: its interval is over, and no person has to act. What fails is tried again and
 * again, because a service can be down for an hour or a right be given back.
 */
export const isDue = (
  { status, lastSyncAt }: { status: ConnectionStatus; lastSyncAt: Date | null },
  everyMinutes: number | undefined,
  now: Date,
): boolean =>
  everyMinutes !== undefined &&
  (status === "active" || status === "error") &&
  (lastSyncAt === null || now.getTime() - lastSyncAt.getTime() > (everyMinutes - 1) * 60_000);

/** A service is asked to go on posting its changes a day before it ends; after a refusal, as if it ended in a day and a half. */
const watchAheadMs = 86_400_000;
export const watchAgainMs = 1.5 * watchAheadMs;
export const needsWatching = (until: Date | null, now: Date): boolean =>
  until === null || until.getTime() - now.getTime() < watchAheadMs;

/**
 * The scopes that were asked for and not granted; some services answer with more than was asked. OpenID's
 * `offline_access` is granted by handing out a refresh token, and few answers name it.
 */
export const missingScopes = (asked: readonly string[], granted: readonly string[] | null): string[] =>
  granted === null ? [] : asked.filter((one) => one !== "offline_access" && !granted.includes(one));
