import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { agencyOf } from "#agency/agency.ts";
import { EngineFailed, rules } from "#agency/engine.ts";
import { modelEngine } from "#agency/model/engine.ts";
import { fingerprint } from "#agency/run/fingerprint.ts";
import * as rows from "#agency/run/steps/store.ts";
import { errorOf } from "#agency/run/steps/steps.ts";
import * as store from "#agency/run/store.ts";
import type { RunSession, StepOptions } from "#agency/skill.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { inheritedOrigin, type Origin } from "#contract/origins.ts";
import type { Ctx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";
import { type Connection, forEveryPurpose } from "#platform/model/connection.ts";
import type { Models } from "#platform/model/models.ts";
import type { Message } from "#platform/model/request.ts";

/** One request to a model, as it was sent, and the recorded reply. */
type ReplayedCall = { title: string; instructions: string; messages: readonly Message[]; reply: unknown };

/** `difference`: where the replay differs from the record, in a sentence; null if the result is the same. */
export type Replayed = { difference: string | null; calls: ReplayedCall[] };

class ReplayDiverged extends Error {}

const offline = (): never => {
  throw new ReplayDiverged("The recorded run has no reply to this request.");
};

/**
 * Replays a finished run from its recorded steps: no model is called, no row is read or written by the
 * skill, and the result has no effects.
 */
export async function replay(ctx: Ctx, runId: string): Promise<Replayed> {
  const { row, steps, agent } = await read(ctx, async (tx) => {
    const found = await store.findReadable(tx, runId);
    if (!found) throw notFound();
    return {
      row: found,
      steps: await rows.ofRun(tx, runId),
      agent: await agencyOf(tx).persona(tx, found.agentId),
    };
  });
  const handler = agencyOf(ctx).skillHandlers.get(row.skill);
  if (!handler || !agent) throw new AppError("conflict", "This executive or skill no longer exists.");
  if (row.status !== "done") throw new AppError("conflict", "Only a finished run can be replayed.");
  if (row.given === null) throw new AppError("conflict", "The prompts and replies of this run are no longer kept.");
  const { skill } = handler;
  const calls: ReplayedCall[] = [];
  const seen = new Set<Origin>([firstOrigin(row)]);
  let position = 0;
  async function step<T>(title: string, _work: unknown, options: StepOptions<T> = {}): Promise<T> {
    const recordedStep = steps[position];
    const key = fingerprint(title, options.given ?? null);
    if (recordedStep?.key !== key) throw new ReplayDiverged(differenceAt(position, title, recordedStep?.title));
    position += 1;
    if (options.request) calls.push({ title, ...options.request, reply: recordedStep.result });
    if (recordedStep.status !== "done") throw errorOf(recordedStep);
    return recordedStep.result as T;
  }
  const session: RunSession = {
    runId,
    agent,
    ctx: { ...ctx, now: row.startedAt ?? row.createdAt },
    signal: new AbortController().signal,
    get origin() {
      return inheritedOrigin(seen);
    },
    step,
    async use(action, input) {
      const taken = action.input.parse(input);
      const output = await step(action.label, null, { given: { tool: action.id, input: taken } });
      return action.output.parse(output);
    },
    async delegate(to, other, input) {
      const given = { to: to.id, skill: other.id, input };
      const title = `Ask ${to.name} (${to.role}): ${other.label}`;
      const { origin, output } = await step<{ origin: Origin; output: unknown }>(title, null, { given });
      seen.add(origin);
      return other.output.parse(output);
    },
    reads: (...origins) => origins.forEach((origin) => seen.add(origin)),
    cites: () => undefined,
    later: () => undefined,
    spends: () => undefined,
    drafts: () => undefined,
    timeLeft: () => Number.POSITIVE_INFINITY,
    beginPhase: () => undefined,
    answersWith: () => undefined,
  };
  const model = row.engine !== rules.id || row.degraded ? modelOf(steps) : null;
  const engine = skill.model && model ? modelEngine(recorded, { connection: connectionTo(model) }, skill.model) : rules;
  try {
    const given = { input: skill.input.parse(row.input), prompt: row.given ?? [] };
    const output: unknown = await engine.run(skill, session, given).catch((error: unknown) => {
      if (!(error instanceof EngineFailed)) throw error;
      return error.prepared ? error.prepared.output : rules.run(skill, session, given);
    });
    const isSame = isDeepStrictEqual(plain(skill.output.parse(output)), plain(skill.output.parse(row.output)));
    return { difference: isSame ? null : "The steps are the same, the result is another one.", calls };
  } catch (error) {
    if (error instanceof ReplayDiverged) return { difference: error.message, calls };
    if (error instanceof z.ZodError) return { difference: "The record has the form of an earlier version.", calls };
    throw error;
  }
}

/** The origin a run began with; records of earlier versions keep it only with a request. */
export const firstOrigin = ({ startOrigin, given, origin }: store.RunRow): Origin =>
  startOrigin ?? given?.find(({ kind }) => kind === "request")?.origin ?? origin;

/** As JSON, like the stored output. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null)) as unknown;

const differenceAt = (position: number, now: string, then: string | undefined): string =>
  then === undefined
    ? `Step ${position + 1} is now "${now}"; the recorded run had ended.`
    : then === now
      ? `Step ${position + 1}, "${now}", would be asked in other words today.`
      : `Step ${position + 1} is now "${now}"; then it was "${then}".`;

const recorded: Models = { timeout: 0, call: offline, paused: () => null, close: () => undefined };

/** Only its model's name is used: it is part of a step's title. */
const connectionTo = (model: string): Connection => ({
  models: forEveryPurpose({ accountId: null, provider: "openai-compatible", baseUrl: null, apiKey: null, model }),
  fallback: null,
  setBy: "operator",
});

/** The model a run asked, by the title of its first call; delegations name a person with a role in brackets. */
const modelOf = (steps: readonly rows.StepRow[]): string | null =>
  steps.map(({ title }) => /^Ask ([^()]+)$/.exec(title)?.[1]).find((name) => name !== undefined) ?? null;
