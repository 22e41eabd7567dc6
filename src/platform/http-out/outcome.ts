import { OutFault, safeWords } from "#platform/http-out/fault.ts";
import type { OutAnswer } from "#platform/http-out/http-out.ts";
import type { Outcome } from "#platform/outbox/delivery.ts";

/** What an answer to a delivery means: whether it arrived, and whether another attempt may succeed. */
export function outcomeOfAnswer(answer: OutAnswer): Outcome {
  const { status, retryAfterMs } = answer;
  const words = `${status} in ${Math.round(answer.ms)} ms`;
  if (status >= 200 && status < 300) return { ok: true, answer: words };
  const failed = `The receiver answered ${status}.`;
  const isBusy = status === 408 || status === 425 || status === 429;
  if (isBusy || status >= 500) return { failed, again: true, ...(retryAfterMs !== null && { afterMs: retryAfterMs }) };
  // Without its rights, or at a wrong address, nothing else arrives either.
  const isOwnFault = ![401, 403, 404, 410].includes(status);
  return { failed, again: false, ...(isOwnFault && { isOwnFault }) };
}

/** What a fault means to a delivery: only what may have been read is in doubt. */
export function outcomeOfFault(error: unknown): Outcome {
  if (!(error instanceof OutFault)) throw error;
  const sentence = safeWords(error.message);
  if (error.kind === "redirected" || error.kind === "wrong_address") return { failed: sentence, again: false };
  if (error.isHandedOver) return { unknown: sentence };
  return { failed: sentence, again: true, ...(error.retryAfterMs !== null && { afterMs: error.retryAfterMs }) };
}
