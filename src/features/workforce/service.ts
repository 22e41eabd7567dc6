import { z } from "zod";
import { assign } from "#agency/run/start.ts";
import * as stepRows from "#agency/run/steps/store.ts";
import * as runs from "#agency/run/store.ts";
import { stop } from "#agency/run/stop.ts";
import type { Page } from "#contract/cursor.ts";
import { notFound } from "#contract/errors.ts";
import { inWords, type Report, report } from "#contract/report.ts";
import type { RunLine } from "#contract/runs.ts";
import * as accounts from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import * as communications from "#features/communications/store.ts";
import * as decisions from "#features/decisions/store.ts";
import * as tasks from "#features/tasks/store.ts";
import type { RunPage } from "#features/workforce/contract.ts";
import { briefing } from "#features/workforce/skills.ts";
import { type Ctx, originOf, type Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";

/** Lets an executive report what they know, in the background; gives the run. */
export function startBriefing(ctx: Ctx, agentId: string): Promise<{ runId: string }> {
  return write(ctx, async (tx) => {
    const agent = await agents.find(tx, agentId);
    if (!agent) throw notFound();
    return { runId: await assign(tx, { agent, skill: briefing, input: {}, origin: originOf(tx), trigger: "person" }) };
  });
}

/** Stops a run; gives its page. */
export async function stopRun(ctx: Ctx, id: string): Promise<RunPage> {
  await stop(ctx, id);
  return read(ctx, (tx) => page(tx, id));
}

/** What executives worked on, newest first. */
export async function list(tx: Tx, asked: Parameters<typeof runs.list>[1]): Promise<Page<RunLine[]>> {
  const { rows, nextCursor } = await runs.list(tx, asked);
  return { rows: rows.map(lineOf), nextCursor };
}

/** One run whole, with what came out of it. */
export async function page(tx: Tx, id: string): Promise<RunPage> {
  const row = await runs.find(tx, id);
  if (!row) throw notFound();
  const steps = await stepRows.ofRun(tx, id);
  const children = await runs.childrenOf(tx, id);
  const parent = row.parentId ? await runs.find(tx, row.parentId) : null;
  const people = await accounts.usernames(tx);
  return {
    run: {
      ...lineOf(row),
      askedBy: row.askedBy ? (people.get(row.askedBy) ?? "a former member") : null,
      parent: parent && { id: parent.id, label: parent.label, agentName: parent.agentName },
      given: row.given,
      steps: steps.map(({ position, title, tool, status, detail, startedAt, finishedAt }) => ({
        position,
        title,
        tool,
        status,
        detail,
        startedAt: startedAt.toISOString(),
        finishedAt: finishedAt?.toISOString() ?? null,
      })),
      report: reportOf(row),
      facts: row.facts,
    },
    delegated: children.map(lineOf),
    ledTo: [
      ...(await decisions.ofRun(tx, id)).map((one) => ({ kind: "decision" as const, ...one })),
      ...(await tasks.ofRun(tx, id)).map((one) => ({ kind: "task" as const, ...one })),
      ...(await communications.ofRun(tx, id)).map((one) => ({ kind: "message" as const, ...one })),
    ],
  };
}

/** What an output shows of itself: what it carries besides its report is for other executives. */
const shown = z.object(report.shape);

/** What a run had to say, where it is a report or holds one. */
function reportOf({ output }: runs.RunRow): Report | null {
  const whole = shown.safeParse(output);
  if (whole.success) return whole.data;
  const held = z.looseObject({ report }).safeParse(output);
  return held.success ? held.data.report : null;
}

function lineOf(row: runs.RunRow): RunLine {
  const asked = z.looseObject({ question: z.string() }).safeParse(row.input);
  const made = reportOf(row);
  const { id, agentId, agentName, agentRole, skill, label, trigger, status, engine, origin, sentence } = row;
  const same = { id, agentId, agentName, agentRole, skill, label, trigger, status, engine, origin, sentence };
  return {
    ...same,
    question: asked.success ? asked.data.question : null,
    said: made && inWords(made.headline, made.figures),
    cost: { state: row.costState, usd: row.costUsd },
    stopping: row.stopAskedAt !== null && (status === "queued" || status === "running"),
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
