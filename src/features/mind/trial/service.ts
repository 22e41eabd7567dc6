import { addCosts, EngineFailed, type Engine, rules } from "#agency/engine.ts";
import { type AccountedBy, modelEngine } from "#agency/model/engine.ts";
import { delegationRefusal, skillRefusal } from "#agency/policy.ts";
import { type Dry, dryRun, type DryWork } from "#agency/run/dry.ts";
import { runKey } from "#agency/run/start.ts";
import * as runs from "#agency/run/store.ts";
import { AppError } from "#contract/errors.ts";
import type { Answer, Input } from "#contract/endpoint.ts";
import type { Cost } from "#contract/words.ts";
import * as conversations from "#features/conversations/service.ts";
import { type Answer as Output, answer } from "#features/conversations/skills.ts";
import * as questions from "#features/conversations/store.ts";
import { asks } from "#features/expertise/service.ts";
import { accountedBy } from "#features/models/accounting/service.ts";
import { unsavedChoice } from "#features/models/accounts/service.ts";
import { connectionTo } from "#features/models/connection/service.ts";
import { modelTried } from "#features/models/events.ts";
import type { tryModelAccount } from "#features/models/trial/contract.ts";
import { now } from "#platform/clock.ts";
import { type Ctx, originOf, person, type Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { engineOf } from "#platform/model/connection.ts";

/** How long a model may take for one question, in milliseconds; what is under way then ends by itself. */
const withinMs = 120_000;
const graceMs = 10_000;

type Given = Input<typeof tryModelAccount>["body"];
type EngineFor = (skill: DryWork["skill"]) => Engine;

/** Answers a question by rules and with a model that is not connected; nothing of it is kept but its cost. */
export async function tryModel(ctx: Ctx, { question, ...given }: Given): Promise<Answer<typeof tryModelAccount>> {
  const { choice, agrees, routed } = await read(ctx, async (tx) => ({
    ...(await unsavedChoice(tx, given)),
    routed: await conversations.route(tx, question.trim(), null),
  }));
  const work = workOf(ctx, routed);
  const { isPrivate = false } = routed;
  const byRules = await dry(isPrivate ? { ...ctx, reader: ctx.actor } : ctx, work, () => rules);
  const shown = { rules: shownOf(byRules.output as Output), engine: engineOf(choice) };
  // As with a model that is connected.
  if (isPrivate)
    return {
      ...shown,
      model: null,
      sentence: "The answer says what people are paid, which no model reads.",
      replied: true,
      milliseconds: 0,
      cost: { state: "zero", usd: 0 },
    };
  const connection = await connectionTo(ctx, choice, person(ctx).id);
  let replied = false;
  let cost: Cost = { state: "zero", usd: 0 };
  const accounted: AccountedBy = (at, { purpose, paidBy }) => {
    const hooks = accountedBy(at, { runId: null, agentId: null, purpose, paidBy });
    return {
      reserve: hooks.reserve,
      settle(attempt) {
        replied ||= attempt.failure === null || attempt.usage !== null;
        cost = addCosts(cost, attempt.cost);
        return hooks.settle(attempt);
      },
    };
  };
  const account = { connection, accountedBy: accounted };
  const started = performance.now();
  const byModel = await dry(ctx, work, ({ model }) => (model ? modelEngine(ctx.models.calls, account, model) : rules))
    .then(({ output }) => ({ model: shownOf(output as Output), sentence: null }))
    .catch((error: unknown) => ({ model: null, sentence: sentenceOf(error) }));
  const { provider, baseUrl: address } = choice;
  const details = { provider, address, engine: shown.engine, answered: byModel.model !== null, consent: agrees };
  await write({ ...ctx, now: now() }, (tx) => record(tx, modelTried(details)));
  return { ...shown, ...byModel, replied, milliseconds: Math.round(performance.now() - started), cost };
}

function sentenceOf(error: unknown): string {
  if (error instanceof EngineFailed || error instanceof AppError) return error.message;
  if (error instanceof DOMException) return "The model did not finish an answer within two minutes.";
  throw error;
}

function workOf(ctx: Ctx, { agent, question }: { agent: DryWork["agent"]; question: string }): DryWork {
  const input = { question, askedAt: ctx.now.toISOString(), taskId: null, comment: null };
  const origin = originOf(ctx);
  const skill = answer as unknown as DryWork["skill"];
  return { runId: crypto.randomUUID(), agent, skill, input, prompt: answer.prompt(agent, input, origin), origin };
}

/** Work without a run, and what it delegates in turn; tools of others, which send something out, are not used. */
async function dry(
  ctx: Ctx,
  work: DryWork,
  engineFor: EngineFor,
  above: readonly string[] = [],
  until?: number,
): Promise<Dry> {
  const ends = until ?? performance.now() + withinMs;
  const keys = [...above, runKey(work)];
  const refusal = skillRefusal(work.agent, work.skill);
  if (refusal) throw refusal;
  const agency = { ...ctx.agency, foreignTools: () => Promise.resolve([]) };
  return dryRun({ ...ctx, agency }, work, {
    engine: engineFor(work.skill),
    signal: AbortSignal.timeout(Math.ceil(Math.max(0, ends - performance.now())) + graceMs),
    until: ends,
    endsByRules: above.length > 0,
    async delegate(child, within) {
      const tooDeep = delegationRefusal(keys, runKey(child));
      if (tooDeep) throw tooDeep;
      return dry(ctx, child, engineFor, keys, within);
    },
  });
}

const shownOf = ({ answered, report: { headline, figures } }: Output) => ({ answered, line: headline, figures });

const wanted = 3;
/** How many of the person's questions, or of the examples, are looked at. */
const lookedAt = 40;

/** Questions to try a model with: the person's own, then examples that rules answer from the company's rows. */
export async function trialQuestions(ctx: Ctx): Promise<string[]> {
  const { own, examples } = await read(ctx, async (tx) => ({ own: await ownQuestions(tx), examples: await asks(tx) }));
  const found = own.slice(0, wanted);
  const others: string[] = [];
  for (const example of byTurns(examples).slice(0, lookedAt)) {
    if (found.length === wanted) break;
    if (found.includes(example)) continue;
    const routed = await read(ctx, (tx) => conversations.route(tx, example, null)).catch(nullIfRefused);
    if (!routed || routed.isPrivate) continue;
    const tried = await dry(ctx, workOf(ctx, routed), () => rules).catch(nullIfRefused);
    if (!tried) continue;
    const { answered, report } = tried.output as Output;
    // An answer without a figure, or with none but zero, has no rows behind it.
    (answered && report.figures.some(({ value }) => value) ? found : others).push(example);
  }
  return [...found, ...others].slice(0, wanted);
}

/** The first example of each role, then the second of each, and so on. */
function byTurns(examples: readonly { role: string; example: string }[]): string[] {
  const turns = [...Map.groupBy(examples, ({ role }) => role).values()];
  const longest = Math.max(0, ...turns.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => turns.flatMap((those) => those[at]?.example ?? [])).flat();
}

function nullIfRefused(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

/** What the person asked last and rules worked on, each once; what had no answer first. Commands and threads are left out. */
async function ownQuestions(tx: Tx): Promise<string[]> {
  const refused = new Set<string>();
  const answered = new Set<string>();
  for (const { text, runId } of await questions.lastOnes(tx, person(tx).id, lookedAt)) {
    const run = await runs.findReadable(tx, runId);
    if (run?.status !== "done" || run.engine !== rules.id || run.privateTo !== null) continue;
    const done = run.output as Output;
    if (done.planId || done.follows) continue;
    (done.answered ? answered : refused).add(text);
  }
  return [...new Set([...refused, ...answered])];
}
