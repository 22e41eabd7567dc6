import type { z } from "zod";
import { mayCall } from "#contract/addresses.ts";
import type { Cost } from "#contract/words.ts";
import { now } from "#platform/clock.ts";
import { callOnce, type Received, textsOf } from "#platform/model/attempt.ts";
import { Circuits, type Place } from "#platform/model/circuits.ts";
import { type Connection, engineOf, type Purpose, type Target, targetsFor } from "#platform/model/connection.ts";
import { type Failure, failure, type FailureKind, failureOf, modelFault } from "#platform/model/failure.ts";
import { guardFetch } from "#platform/http-out/guarded-fetch.ts";
import { parseOutput } from "#platform/model/output.ts";
import { enforcedPrice, largestCost, priceOf, statedCost, type Usage } from "#platform/model/prices.ts";
import type { Rung } from "#platform/model/provider.ts";
import { providers } from "#platform/model/providers.ts";
import { Redaction } from "#platform/model/redaction.ts";
import type { AnswerPart, Message, ModelRequest, ToolCall } from "#platform/model/request.ts";
import { adapt, plain, shape, type Way } from "#platform/model/way.ts";
import { callsIn } from "#platform/model/written-calls.ts";
import type { Count } from "#platform/telemetry/telemetry.ts";

/** One request to a provider, as it is accounted. */
export type Attempt = {
  /** "provider/model". */
  engine: string;
  /** The company's account; null: the operator's. */
  accountId: string | null;
  rung: Rung;
  /** Null: nothing came back. */
  usage: Usage | null;
  cost: Cost;
  /** What limits count, in USD: its cost if that is certain, else the largest possible. */
  counted: number;
  milliseconds: number;
  failure: Failure | null;
  warnings: readonly string[];
};

export type CallHooks = {
  /** The company that asks: what fails for it is kept apart from other companies. */
  company: string;
  /** Ends the call; it then throws the signal's reason. */
  signal: AbortSignal;
  /** The milliseconds it may take with all its attempts, if less than the default. */
  within?: number;
  onText?: (piece: string) => void;
  /** The text so far is discarded: another attempt begins. */
  onRestart?: () => void;
  /** Reserves the largest cost of an attempt, in USD, before it; false ends the call. */
  reserve?: (largest: number) => Promise<boolean>;
  /** Follows every attempt that was reserved. */
  settle?: (attempt: Attempt) => Promise<void>;
};

export type Answered<Output> = {
  ok: true;
  engine: string;
  /** Null where a text was asked for, or the model asks for tools first. */
  value: Output | null;
  text: string;
  calls: ToolCall[];
  /** The answer as the next message of the conversation. */
  message: Extract<Message, { role: "assistant" }>;
  /** It ended at the limit of output tokens. */
  isCut: boolean;
  /** How the model was asked. */
  way: Way;
};

export type CallOutcome<Output> = (Answered<Output> | { ok: false; failure: Failure }) & {
  attempts: readonly Attempt[];
  milliseconds: number;
};

export type Models = {
  /** Milliseconds a call may take with all its attempts. */
  timeout: number;
  /** Asks a model. Expected failures are returned; only an abort throws. */
  call<Output extends z.ZodType>(
    connection: Connection,
    purpose: Purpose,
    request: ModelRequest<Output>,
    hooks: CallHooks,
  ): Promise<CallOutcome<z.output<Output>>>;
  /** The failure of a company's model that people should see, or null. */
  paused(place: Place): Failure | null;
  close(): void;
};

export type ModelSettings = {
  /** Whether addresses set by a company may be private or of this machine. */
  allowsPrivate: boolean;
  /** Milliseconds a call may take with all its attempts. */
  timeout: number;
  /** The first way to structured output that is tried; null: the best the provider knows. */
  rung: Rung | null;
};

/** A remote server that sends nothing for this many milliseconds is given up. */
const maxSilenceMs = 30_000;
const retryPause = 300;

/** A retry at the same model may help. */
const transient: readonly FailureKind[] = ["over_capacity", "unreachable", "cut_off"];
/** Another model would not change these. */
const final: readonly FailureKind[] = ["refused", "over_budget"];
/** The provider may have worked although nothing arrived. */
const mayCost: readonly FailureKind[] = ["timed_out", "cut_off"];

/** The language models of this process. Provider packages are loaded at their first call. */
export function openModels(settings: ModelSettings, count: Count): Models {
  const circuits = new Circuits();
  const guards = {
    operator: guardFetch({ mayCall: (address) => mayCall(address, true), fault: modelFault }),
    company: guardFetch({ mayCall: (address) => mayCall(address, settings.allowsPrivate), fault: modelFault }),
  };
  /** The way that worked, by company, address and model. */
  const ways = new Map<string, Way>();

  async function call<Output extends z.ZodType>(
    connection: Connection,
    purpose: Purpose,
    asked: ModelRequest<Output>,
    hooks: CallHooks,
  ): Promise<CallOutcome<z.output<Output>>> {
    hooks.signal.throwIfAborted();
    const started = performance.now();
    const { company } = hooks;
    const deadline = started + Math.min(settings.timeout, hooks.within ?? Number.POSITIVE_INFINITY);
    const attempts: Attempt[] = [];
    const redaction = new Redaction({ personal: asked.hidesPersonalDetails ?? false, names: asked.hiddenNames ?? [] });
    const request: ModelRequest = {
      ...asked,
      instructions: redaction.hide(asked.instructions),
      messages: asked.messages.map((message) => hideMessage(message, redaction)),
    };
    let last: Failure | undefined;
    for (const one of targetsFor(connection, purpose)) {
      const target = { ...one, company };
      const found = await tryTarget(target, request, { ...hooks, redaction, deadline, attempts });
      if (found.ok) {
        const value = found.answer.value as z.output<Output>; // Read by `asked.output` in tryTarget.
        return { ...found.answer, value, attempts, milliseconds: performance.now() - started };
      }
      last ??= found.failure;
      if (final.includes(found.failure.kind) || performance.now() >= deadline) {
        last = found.failure;
        break;
      }
      hooks.onRestart?.();
    }
    if (!last) throw new Error("A connection has at least one model.");
    return { ok: false, failure: last, attempts, milliseconds: performance.now() - started };
  }

  type At = Target & Place;
  type TryOptions = CallHooks & { redaction: Redaction; deadline: number; attempts: Attempt[] };
  type Tried = { ok: true; answer: Answered<unknown> } | { ok: false; failure: Failure };

  /** Tries one model, the best way first; a transient failure is retried once. */
  async function tryTarget(target: At, given: ModelRequest, options: TryOptions): Promise<Tried> {
    const provider = providers[target.provider];
    const request = { ...given, maxOutputTokens: given.maxOutputTokens + (provider.thinking?.tokens ?? 0) };
    const memory = JSON.stringify([target.company, target.provider, target.baseUrl, target.model]);
    const tools = request.tools ?? [];
    const isTyped = request.output !== undefined;
    const chosen = provider.rungs.find((rung) => rung === settings.rung) ?? provider.rungs[0] ?? "text";
    const known = ways.get(memory) ?? { ...plain, rung: chosen };
    // With tools, a native schema keeps some models from ever using them.
    let way: Way = isTyped && tools.length === 0 ? known : { ...known, rung: "text" };
    const isRemembered = (): void =>
      setBounded(ways, memory, isTyped && tools.length === 0 ? way : { ...way, rung: known.rung });
    let [isRetry, isRepair] = [false, false];
    let rejection: Failure | undefined;
    let current = request;
    for (;;) {
      const tried = await tryOnce(target, { request: current, way }, options);
      if (!tried.ok) {
        const { kind, retryAt, detail } = tried.failure;
        const next = kind === "rejected" ? adapt(way, detail ?? "", { request, rungs: provider.rungs }) : null;
        if (next) {
          rejection ??= tried.failure;
          way = next;
        } else if (
          !isRetry &&
          transient.includes(kind) &&
          !retryAt &&
          performance.now() + retryPause < options.deadline
        ) {
          isRetry = true;
          await sleep(retryPause, options.signal);
        } else return kind === "rejected" && rejection ? { ok: false, failure: rejection } : tried;
        options.onRestart?.();
        continue;
      }
      const received = withWrittenCalls(tried.received, request);
      const done = answerOf(target, received, { redaction: options.redaction, way });
      if (received.calls.length > 0 || !request.output) {
        isRemembered();
        return { ok: true, answer: done };
      }
      const parsed = parseOutput(received.text, request.output);
      const worse = provider.rungs[provider.rungs.indexOf(way.rung) + 1];
      if (parsed.problem === null) {
        // A server that ignores the schema is asked in words from now on.
        if ((!parsed.isExact || isRepair) && worse) way = { ...way, rung: worse };
        isRemembered();
        return { ok: true, answer: { ...done, value: options.redaction.restoreIn(parsed.value) } };
      }
      const account = options.attempts.at(-1);
      const failed = failure("bad_output", target, { detail: parsed.problem });
      if (account) account.failure = failed;
      if (isRepair) return { ok: false, failure: failed };
      isRepair = true;
      if (worse) way = { ...way, rung: worse };
      current = repairOf(request, received, parsed.problem);
      options.onRestart?.();
    }
  }

  /** One accounted request. */
  async function tryOnce(
    target: At,
    { request, way }: { request: ModelRequest; way: Way },
    { signal, within: timeLimit = maxSilenceMs, onText, reserve, settle, redaction, deadline, attempts }: TryOptions,
  ): Promise<{ ok: true; received: Received } | { ok: false; failure: Failure }> {
    const provider = providers[target.provider];
    const blocked = circuits.check(target, now());
    if (blocked) return { ok: false, failure: blocked };
    const asked = shape(request, way);
    const price = enforcedPrice(target, now(), target.prices);
    const largest = largestCost({ texts: textsOf(asked), maxOutputTokens: request.maxOutputTokens }, price);
    if (reserve && !(await reserve(largest))) return { ok: false, failure: failure("over_budget", target) };
    const started = performance.now();
    const account = async (
      outcome: Pick<Attempt, "usage" | "failure" | "warnings">,
      cost: Cost,
      counted: number,
    ): Promise<void> => {
      const engine = engineOf(target);
      const { accountId } = target;
      const milliseconds = performance.now() - started;
      const attempt = { engine, accountId, rung: way.rung, cost, counted, milliseconds, ...outcome };
      attempts.push(attempt);
      count("model_calls", { result: outcome.failure?.kind ?? "ok" });
      await settle?.(attempt);
    };
    let hasBegun = false;
    const limit = new AbortController();
    const giveUp = (): void => limit.abort(new DOMException("The model took too long.", "TimeoutError"));
    const timers = [setTimeout(giveUp, Math.max(0, deadline - started))];
    if (!provider.isLocal) timers.push(setTimeout(() => hasBegun || giveUp(), maxSilenceMs));
    const stream = redaction.stream((piece) => onText?.(piece));
    const within = AbortSignal.any([signal, limit.signal]);
    const { baseUrl, apiKey, model } = target;
    const login = { baseUrl: baseUrl ?? provider.baseUrl ?? "", apiKey: apiKey ?? "" };
    const sent = async (): Promise<Received> =>
      callOnce(
        {
          load: async (send) => (await provider.load({ ...login, fetch: send }))(model),
          fetch: guards[target.setBy].fetch,
          provider,
        },
        { request: asked, rung: way.rung },
        { signal: within, onText: (piece) => stream.add(piece), onBegin: () => (hasBegun = true) },
      );
    const outcome = await orAborted(sent(), within).then(
      (received) => ({ received, error: null }),
      (error: unknown) => ({ received: null, error }),
    );
    timers.forEach(clearTimeout);
    const { received, error } = outcome;
    if (received) {
      stream.end();
      circuits.succeeded(target);
      const failed = faultOf(received, target);
      const { usage, warnings } = received;
      const cost = statedCost(usage, priceOf(target, now(), target.prices));
      const isCertain = cost.state === "billed" || cost.state === "zero";
      await account({ usage, warnings, failure: failed }, cost, isCertain ? (cost.usd ?? 0) : largest);
      return failed ? { ok: false, failure: failed } : { ok: true, received };
    }
    const failed = within.aborted ? failure("timed_out", target) : failureOf(error, target, now(), hasBegun);
    const costs = largest > 0 && (hasBegun || mayCost.includes(failed.kind));
    const cost: Cost = costs ? { state: "unknown", usd: null } : { state: "zero", usd: 0 };
    await account({ usage: null, warnings: [], failure: failed }, cost, costs ? largest : 0);
    signal.throwIfAborted();
    // A caller's own short time limit says nothing about the provider.
    if (failed.kind !== "timed_out" || timeLimit >= maxSilenceMs) circuits.failed(target, failed, now());
    return { ok: false, failure: failed };
  }

  return {
    timeout: settings.timeout,
    call,
    paused: (place) => circuits.shown(place, now()),
    close: () => Object.values(guards).forEach((guard) => guard.close()),
  };
}

/** Sets a value and keeps at most 1,000 of them, dropping the oldest. */
function setBounded<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > 1_000 && oldest !== undefined) map.delete(oldest);
}

/** A message with its texts hidden. Thoughts go back as they came, because providers sign them. */
function hideMessage(message: Message, redaction: Redaction): Message {
  if (message.role === "user") return { role: "user", text: redaction.hide(message.text) };
  if (message.role === "tool")
    return { role: "tool", results: message.results.map((one) => ({ ...one, text: redaction.hide(one.text) })) };
  return { role: "assistant", parts: message.parts.map((part) => redactPart(part, redaction, "hide")) };
}

function redactPart(part: AnswerPart, redaction: Redaction, how: "hide" | "restore"): AnswerPart {
  if (part.type === "reasoning") return part;
  if (part.type !== "call") return { ...part, text: redaction[how](part.text) };
  return { ...part, input: how === "hide" ? redaction.hideIn(part.input) : redaction.restoreIn(part.input) };
}

/** The failure of an answer that is complete but unusable, or null. */
function faultOf({ finish, text, calls }: Received, target: Target): Failure | null {
  if (finish === "refused") return failure("refused", target);
  return text.trim() === "" && calls.length === 0 ? failure("bad_output", target, { detail: "It was empty." }) : null;
}

/** An answer with the uses of tools that the model wrote into its text. */
function withWrittenCalls(received: Received, { tools = [], output }: ModelRequest): Received {
  if (received.calls.length > 0 || tools.length === 0) return received;
  const parsed = output ? parseOutput(received.text, output) : null;
  // An answer may hold one where its first sentence should be.
  const texts = parsed?.problem === null ? textsIn(parsed.value) : [received.text];
  const calls = texts.flatMap((text) => callsIn(text, tools)).map(callOf);
  return calls.length > 0 ? { ...received, text: "", calls, parts: calls } : received;
}

const textsIn = (value: unknown): string[] =>
  Object.values(value ?? {}).filter((one): one is string => typeof one === "string");

/** Some servers accept only ids of nine letters and digits. */
const callOf = ({ tool, input }: { tool: string; input: unknown }): ToolCall => ({
  type: "call",
  id: crypto.randomUUID().replaceAll("-", "").slice(0, 9),
  tool,
  input,
  isReadable: true,
});

function answerOf(
  target: Target,
  { parts, text, finish }: Received,
  { redaction, way }: { redaction: Redaction; way: Way },
): Answered<unknown> {
  const restored = parts.map((part) => redactPart(part, redaction, "restore"));
  return {
    ok: true,
    engine: engineOf(target),
    value: null,
    text: redaction.restore(text),
    calls: restored.filter((part) => part.type === "call"),
    // Providers refuse empty texts in a conversation.
    message: { role: "assistant", parts: restored.filter((part) => part.type === "call" || part.text !== "") },
    isCut: finish === "length",
    way,
  };
}

/** The same request with the answer that could not be read, and what is wrong with it. */
function repairOf(request: ModelRequest, { text }: Received, problem: string): ModelRequest {
  const answered: Message = { role: "assistant", parts: [{ type: "text", text: text.slice(0, 20_000) || "{}" }] };
  const words = `That answer cannot be read: ${problem} Answer again with only the corrected JSON object.`;
  return { ...request, messages: [...request.messages, answered, { role: "user", text: words }] };
}

/** The work's result, or the signal's reason as soon as it aborts: a server may ignore the end of its connection. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const stop = (): void => aborted.reject(signal.reason as Error);
  signal.addEventListener("abort", stop, { once: true });
  work.catch(() => undefined);
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const stop = (): void => reject(signal.reason as Error);
  signal.addEventListener("abort", stop, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
