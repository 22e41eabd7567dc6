import { z } from "zod";
import { ConnectorFault } from "#connectors/fault.ts";
import { jsonOf } from "#connectors/oauth.ts";
import { safeWords } from "#platform/http-out/fault.ts";
import type { OutAnswer } from "#platform/http-out/http-out.ts";

const words = z.string().nullish();
const one = z.object({
  Message: words,
  message: words,
  Detail: words,
  detail: words,
  code: z.coerce.string().nullish(),
});
const said = z.object({ type: words, Error: z.array(one).nullish(), error: z.array(one).nullish() });
const faulty = z.object({ Fault: said.nullish(), fault: said.nullish() });

type Said = { type: string; code: string; text: string };

/** The fault inside an answer, which may come with status 200. */
export function faultIn(body: unknown): Said | null {
  const { data } = faulty.safeParse(body);
  const fault = data?.Fault ?? data?.fault;
  if (!fault) return null;
  const first = fault.Error?.[0] ?? fault.error?.[0];
  const { code } = first ?? {};
  const text = [first?.Message ?? first?.message, first?.Detail ?? first?.detail].filter(Boolean).join(": ");
  // Faults of the gateway name their code in the message: "message=ThrottleExceeded; errorCode=003001; statusCode=429".
  const named = /errorCode=0*(\d+)/.exec(text)?.[1];
  return { type: fault.type ?? "", code: named ?? code ?? "", text };
}

/** Faults of a service are small. */
const largest = 20_000;
const faultOfAnswer = ({ body }: Pick<OutAnswer, "body">): Said | null =>
  body.length > largest ? null : faultIn(jsonOf({ body }));

const isSignIn = ({ type, code }: Said): boolean =>
  type.toUpperCase() === "AUTHENTICATION" || code === "3200" || code === "3202";

/** Whether the access token was refused, whatever the status says. */
export function refusesToken(answer: OutAnswer): boolean {
  const fault = faultOfAnswer(answer);
  return fault !== null && isSignIn(fault);
}

/** What a fault means; `retryAfterMs`: what the answer's header says. */
export function meaningOf(fault: Said, retryAfterMs: number | null): ConnectorFault {
  const sentence = `QuickBooks says: ${safeWords(fault.text || fault.type || "a fault without words", [])}`;
  const { code, type } = fault;
  if (isSignIn(fault)) return new ConnectorFault("expired", "QuickBooks takes the sign-in no more. Connect it again.");
  if (code === "3100")
    return new ConnectorFault("expired", "QuickBooks no longer lets Boardroom into this company. Connect it again.");
  if (code === "3001") return busy(retryAfterMs);
  if (/^(?:System|Service)/i.test(type) || code === "10000") return new ConnectorFault("unavailable", sentence);
  if (/^authorization/i.test(type) || code === "6190") return new ConnectorFault("denied", sentence);
  return new ConnectorFault("setup", sentence);
}

/** Without a header, QuickBooks wants a minute. */
const busy = (retryAfterMs: number | null): ConnectorFault =>
  new ConnectorFault("busy", "QuickBooks asked to be called less often.", retryAfterMs ?? 60_000);

export function quickbooksFault(answer: OutAnswer): ConnectorFault | null {
  if (answer.status === 429) return busy(answer.retryAfterMs);
  const fault = faultOfAnswer(answer);
  return fault && answer.status < 500 ? meaningOf(fault, answer.retryAfterMs) : null;
}
