import { AppError } from "#contract/errors.ts";
import { formatNumber } from "#contract/format.ts";
import { addCosts, EngineFailed, type Engine, rules } from "#agency/engine.ts";
import { Desk } from "#agency/model/desk.ts";
import { DraftReader } from "#agency/model/draft.ts";
import { type Fault, faultIn } from "#agency/model/judged.ts";
import { addToPrompt, offersFor, type Offers } from "#agency/model/offers.ts";
import { isTransient } from "#agency/passing.ts";
import { renderPrompt } from "#agency/prompt.ts";
import { fingerprint } from "#agency/run/fingerprint.ts";
import { limits, sameInARow } from "#agency/run/limits.ts";
import type { ModelSide, RunSession } from "#agency/skill.ts";
import type { Payer } from "#contract/models.ts";
import type { GivenPart } from "#contract/runs.ts";
import type { Cost } from "#contract/words.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx } from "#platform/context.ts";
import { type Connection, engineOf, type Purpose, targetsFor } from "#platform/model/connection.ts";
import type { Answered, CallHooks, Models } from "#platform/model/models.ts";
import { providers } from "#platform/model/providers.ts";
import type { Message, ModelRequest, ToolCall, ToolResult } from "#platform/model/request.ts";

/** The most actions of one answer that are executed. */
const maxCalls = 5;

const howToCite =
  "Each fact has an id such as {f1}. Write the id instead of the number: the server puts in its number, unit and date.";
const howToRead = () =>
  `Read the facts you need with the actions before you answer. You have ${limits.steps - 2} steps for it: each of your turns is one, and so is each action in it, at most ${maxCalls} a turn.`;
const whatIsRead =
  "Some facts were read before you, and may leave out what matters: read what else you need with the actions.";

const language = "Answer in the language of the question.";

/** Added to a call's own timeout, so that the call times out before its step does. */
const graceTime = 5_000;

/** Providers require a user message. */
const goAhead = "Go ahead.";

const answerNow = "No more actions are possible. Answer now with what you have read.";

/** A connection, and what is replaced before each call: personal details, and names. */
export type ModelConnection = Connection & { hidesPersonalDetails?: boolean; hiddenNames?: readonly string[] };

/** Reserves the highest possible cost before each model call of a run, and settles the actual cost after it. */
export type AccountedBy = (
  ctx: Ctx,
  caller: { runId: string; agentId: string; purpose: Purpose; paidBy: Payer },
) => Pick<CallHooks, "reserve" | "settle">;

type Account = { connection: ModelConnection; accountedBy?: AccountedBy };

/** Performs a skill with a language model, which reads with actions and then writes the skill's result. */
export function modelEngine(models: Models, { connection, accountedBy }: Account, side: ModelSide): Engine {
  const choice = connection.models[side.purpose];
  return {
    id: engineOf(choice),
    async run(_skill, session, { input, prompt }) {
      const prepared = (await side.prepare?.(session, input)) ?? null;
      if (prepared && !prepared.modelText) {
        session.answersWith(rules.id);
        return prepared.output;
      }
      if (prepared) session.beginPhase();
      const desk = new Desk(`${session.runId.slice(0, 8)}.`);
      const today = dayIn(session.ctx.now, session.ctx.timeZone);
      desk.addContext([...prompt.map(({ text }) => text), today].join("\n"));
      const begun = { parts: prompt.filter(({ trusted }) => !trusted).length, hasPrepared: prepared !== null };
      const offers = await offersFor(session, (await side.tools?.(session, input)) ?? [], begun);
      const asked = renderPrompt(prompt.filter(({ trusted }) => !trusted));
      const base = prepared?.modelText && addToPrompt(session, desk, prepared.modelText, "facts read before");
      const messages: Message[] = [{ role: "user", text: [asked, base].filter(Boolean).join("\n\n") || goAhead }];
      try {
        const { currency } = session.ctx;
        const asking = { messages, prompt, offers, desk, hasPrepared: prepared !== null };
        return await converse(session, asking, async (written) => {
          const work = { desk, currency, today, input, prepared: prepared?.output ?? null };
          const { bound, flaws } = desk.flawsIn(() => side.bind(written, work));
          const isAnswer = !side.isDecidedLater;
          const instructions = session.agent.customInstructions;
          const fault = await faultIn({ written, desk, flaws, isAnswer, question: questionIn(prompt), instructions });
          return { output: bound, fault };
        });
      } catch (error) {
        if (!prepared || !(error instanceof EngineFailed)) throw error;
        throw new EngineFailed(error.message, { output: prepared.output, facts: prepared.modelText?.facts ?? [] });
      }
    },
  };

  type Conversation = Omit<Asked, "messages"> & { messages: Message[] };

  /**
   * Calls the model and executes the actions it asks for, until it answers. An answer with a fault is asked for once
   * more.
   */
  async function converse(
    session: RunSession,
    { messages, prompt, offers, desk, hasPrepared }: Conversation,
    judge: (written: unknown) => Promise<{ output: unknown; fault: Fault | null }>,
  ): Promise<unknown> {
    const uses = new Map<string, number>();
    let isSecondTry = false;
    for (let used = 0; ; ) {
      // The last step is for the answer. The request still lists the actions: providers require those already used.
      const isLast = used >= limits.steps - 2;
      if (isLast && !isSecondTry) messages.push({ role: "user", text: answerNow });
      const answered = await ask(session, { messages, prompt, offers, desk, hasPrepared });
      used += 1;
      if (answered.calls.length === 0) {
        const { output, fault } = await judge(answered.value);
        if (!fault) return output;
        session.drafts(() => null);
        if (isSecondTry) throw new EngineFailed(fault.sentence);
        isSecondTry = true;
        messages.push(answered.message, { role: "user", text: `That answer is not given to anyone. ${fault.request}` });
        continue;
      }
      if (isLast) throw new EngineFailed("The model used actions without end.");
      const results: ToolResult[] = [];
      for (const [at, call] of answered.calls.entries()) {
        const isTooMuch = at >= maxCalls || used >= limits.steps - 1;
        const { text, isStep } = isTooMuch
          ? { text: "Not done: too many actions at once. Answer with what you have.", isStep: false }
          : await execute(session, call, { offers, desk, uses });
        if (isStep) used += 1;
        results.push({ callId: call.id, tool: call.tool, text });
      }
      messages.push(answered.message, { role: "tool", results });
    }
  }

  /** `hasPrepared`: rules have read the facts already. */
  type Asked = {
    messages: readonly Message[];
    prompt: readonly GivenPart[];
    offers: Offers;
    desk: Desk;
    hasPrepared: boolean;
  };

  /** One call as a step: after a crash its stored answer is used, and it is not paid again. */
  async function ask(
    session: RunSession,
    { messages, prompt, offers, desk, hasPrepared }: Asked,
  ): Promise<Answered<unknown>> {
    const request: ModelRequest = {
      instructions: instructionsOf(session, prompt, hasPrepared),
      messages,
      tools: offers.tools,
      output: side.written,
      maxOutputTokens: side.maxOutputTokens,
      hidesPersonalDetails: connection.hidesPersonalDetails ?? false,
      hiddenNames: connection.hiddenNames ?? [],
    };
    const caller = {
      runId: session.runId,
      agentId: session.agent.id,
      purpose: side.purpose,
      paidBy: connection.setBy,
    };
    try {
      const { answered } = await session.step(
        `Ask ${choice.model}`,
        async () => {
          const draft = new DraftReader(desk);
          // Leaves enough of the run's time for rules to answer if the model fails.
          const within = session.timeLeft();
          if (within <= 0) throw new AppError("unavailable", "There was no time left for the language model.");
          const outcome = await models.call(connection, side.purpose, request, {
            company: session.ctx.company,
            signal: session.signal,
            within,
            onText(piece) {
              draft.add(piece);
              session.drafts(() => draft.read());
            },
            onRestart() {
              draft.restart();
              session.drafts(() => draft.read());
            },
            ...accountedBy?.(session.ctx, caller),
          });
          for (const { cost } of outcome.attempts) session.spends(cost);
          if (!outcome.ok) throw new AppError("unavailable", outcome.failure.sentence);
          const { attempts, ...rest } = outcome;
          return { answered: rest, spent: attempts.map(({ cost }) => cost).reduce(addCosts) };
        },
        {
          given: fingerprint("messages", messages),
          detail: ({ answered: one, spent }) => describe(one, spent),
          limit: models.timeout + graceTime,
          interrupted() {
            const isPaid = targetsFor(connection, side.purpose).some(({ provider }) => !providers[provider].isLocal);
            if (isPaid) session.spends({ state: "unknown", usd: null });
          },
          request: { instructions: request.instructions, messages: [...messages] },
        },
      );
      // Another model may have answered in place of the purpose's own.
      session.answersWith(answered.engine);
      // Text written before actions is not part of the answer.
      if (answered.calls.length > 0) session.drafts(() => null);
      return answered;
    } catch (error) {
      session.drafts(() => null);
      if (error instanceof AppError) throw new EngineFailed(error.message);
      throw error;
    }
  }
}

/** What a person asked in words; null: the work was not asked for in words. */
function questionIn(prompt: readonly GivenPart[]): string | null {
  return prompt.findLast(({ trusted }) => !trusted)?.text ?? null;
}

/** The trusted parts of the prompt, how to use facts, today's date and the company's currency. */
export function instructionsOf(
  { ctx }: Pick<RunSession, "ctx">,
  prompt: readonly GivenPart[],
  hasPrepared: boolean,
): string {
  const trusted = renderPrompt(prompt.filter((part) => part.trusted));
  const day = dayIn(ctx.now, ctx.timeZone);
  return `${trusted}\n\nFacts\n${howToCite} ${hasPrepared ? whatIsRead : howToRead()} ${language}\nToday is ${day} in ${ctx.timeZone}. The company's currency is ${ctx.currency}.`;
}

function describe({ engine, calls }: Answered<unknown>, spent: Cost): string {
  const asked = calls.length > 0 ? `Asks for ${calls.map(({ tool }) => tool).join(", ")}` : "Answered";
  const price = spent.usd === null ? "cost unknown" : `$${formatNumber(spent.usd, 6)}`;
  return `${asked} (${engine}, ${price})`;
}

type Using = { offers: Offers; desk: Desk; uses: Map<string, number> };

/** Executes an action the model asked for; a fault is returned as text, so that the model can react to it. */
async function execute(
  session: RunSession,
  call: ToolCall,
  { offers, desk, uses }: Using,
): Promise<{ text: string; isStep: boolean }> {
  const action = offers.actions.get(call.tool);
  if (!action) {
    const known = offers.tools.map(({ id }) => id).join(", ");
    return { text: `There is no action "${call.tool.slice(0, 64)}". The actions are: ${known}.`, isStep: false };
  }
  if (!call.isReadable) return { text: "The input is not valid JSON. Send one JSON object.", isStep: false };
  const parsed = action.input.safeParse(call.input);
  if (!parsed.success) {
    const issues = parsed.error.issues
      .slice(0, 5)
      .map(({ path, message }) => `${path.join(".") || "input"}: ${message}`);
    return { text: `The input is wrong. ${issues.join("; ")}`, isStep: false };
  }
  const key = fingerprint(call.tool, parsed.data);
  const times = (uses.get(key) ?? 0) + 1;
  uses.set(key, times);
  if (times >= sameInARow)
    throw new EngineFailed(`The model asked ${times} times for ${call.tool} with the same input.`);
  const isStep = !action.isFree;
  try {
    return { text: await action.use(session, desk, parsed.data), isStep };
  } catch (error) {
    if (error instanceof AppError && !isTransient(error)) return { text: `It failed: ${error.message}`, isStep };
    throw error;
  }
}
