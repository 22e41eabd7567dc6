import { z } from "zod";
import * as stepRows from "#agency/run/steps/store.ts";
import * as runs from "#agency/run/store.ts";
import { stop } from "#agency/run/stop.ts";
import type { Page } from "#contract/cursor.ts";
import { notFound } from "#contract/errors.ts";
import { formatLine, type Report, report } from "#contract/report.ts";
import type { Draft, RunLine } from "#contract/runs.ts";
import * as accounts from "#features/accounts/store.ts";
import { commentSubjects } from "#features/communications/comments/contract.ts";
import * as comments from "#features/communications/comments/store.ts";
import * as communications from "#features/communications/store.ts";
import { standingOf } from "#features/decisions/rules.ts";
import * as decisions from "#features/decisions/store.ts";
import * as tasks from "#features/tasks/store.ts";
import type { RunPage } from "#features/runs/contract.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

export async function stopRun(ctx: Ctx, id: string): Promise<RunPage> {
  await stop(ctx, id);
  return read(ctx, (tx) => page(tx, id));
}

export async function list(tx: Tx, query: Parameters<typeof runs.list>[1]): Promise<Page<RunLine[]>> {
  const { rows, nextCursor } = await runs.list(tx, query);
  return { rows: rows.map(lineOf), nextCursor };
}

/** What a model has written so far; no lines unless the run is in progress. */
export async function draftOf(tx: Tx, id: string): Promise<Draft & { runId: string }> {
  const row = await runs.findReadable(tx, id);
  if (!row) throw notFound();
  const draft = row.status === "running" ? row.draft : null;
  return { runId: id, ...(draft ?? { lines: [], figures: [] }) };
}

export async function page(tx: Tx, id: string): Promise<RunPage> {
  const row = await runs.findReadable(tx, id);
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
      steps: steps.map(({ position, title, action, status, detail, startedAt, finishedAt }) => ({
        position,
        title,
        action,
        status,
        detail,
        startedAt: startedAt.toISOString(),
        finishedAt: finishedAt?.toISOString() ?? null,
      })),
      report: reportOf(row),
      facts: row.facts,
    },
    delegated: children.map(lineOf),
    ledTo: await effectsOf(tx, row, [...children, ...(parent ? [parent] : [])]),
  };
}

type Effect = RunPage["ledTo"][number];
type Named = { name: string; role: string };
const nameOf = ({ name, role }: Named): string => `${name} (${role})`;

/** A run's effects; `related` are its child runs and its parent. */
async function effectsOf(tx: Tx, row: runs.RunRow, related: readonly runs.RunRow[]): Promise<Effect[]> {
  const defaults = { about: null, by: null, content: null };
  // A child run's effects happen when its top run ends, and belong to both.
  const top = await topRun(tx, row);
  const ownAgentId = top.id === row.id ? undefined : row.agentId;
  const otherAgent = (agent: Named & { id: string }) => (agent.id === row.agentId ? null : nameOf(agent));
  const proposed = (await decisions.ofRun(tx, top.id, ownAgentId)).map(
    (decision): Effect => ({
      ...defaults,
      kind: "decision",
      id: decision.id,
      title: decision.title,
      status: standingOf(decision),
      by: otherAgent({ id: decision.agentId, name: decision.agentName, role: decision.agentRole }),
      href: `/decisions/${decision.id}`,
    }),
  );
  const created = (await tasks.ofRun(tx, row.id)).map(
    (task): Effect => ({
      ...defaults,
      kind: "task",
      ...task,
      href: `/?task=${task.id}`,
    }),
  );
  const sent = (await communications.ofRun(tx, top.id, ownAgentId)).map((message): Effect => {
    const { id, subject, status, content, sender, receiver, recipient, decisionId } = message;
    const other = sender && sender.id !== row.agentId ? sender : receiver;
    const relatedRun = related.find(({ agentId }) => agentId === other?.id);
    return {
      kind: "message",
      id,
      title: subject,
      status,
      about: receiver ? nameOf(receiver) : recipient,
      by: sender && otherAgent(sender),
      content,
      href: decisionId ? `/decisions/${decisionId}` : relatedRun ? `/runs/${relatedRun.id}` : null,
    };
  });
  return [...proposed, ...created, ...(await commentsOf(tx, row)), ...sent];
}

async function topRun(tx: Tx, row: runs.RunRow): Promise<runs.RunRow> {
  const parent = row.parentId ? await runs.find(tx, row.parentId) : null;
  return parent ? topRun(tx, parent) : row;
}

const inputWithComment = z.looseObject({
  comment: z.object({ subject: z.enum(commentSubjects), subjectId: z.uuid() }),
});

/** Comments on the task or decision that the run was asked about. */
async function commentsOf(tx: Tx, { id: runId, input }: runs.RunRow): Promise<Effect[]> {
  const parsed = inputWithComment.safeParse(input);
  if (!parsed.success) return [];
  const { subject, subjectId } = parsed.data.comment;
  const about = subject === "task" ? await tasks.find(tx, subjectId) : await decisions.find(tx, subjectId);
  return (await comments.ofRun(tx, subjectId, runId)).map(
    ({ id, text }): Effect => ({
      kind: "comment",
      id,
      title: text.split("\n", 1)[0] ?? text,
      status: "added",
      about: about?.title ?? null,
      by: null,
      content: null,
      href: about && (subject === "task" ? `/?task=${subjectId}` : `/decisions/${subjectId}`),
    }),
  );
}

/** The report alone: other fields of an output are for other agents. */
const reportOnly = z.object(report.shape);

/** The output itself, or a report inside it. */
export function reportOf({ output }: Pick<runs.RunRow, "output">): Report | null {
  const direct = reportOnly.safeParse(output);
  if (direct.success) return direct.data;
  const nested = z.looseObject({ report }).safeParse(output);
  return nested.success ? nested.data.report : null;
}

function lineOf(row: runs.RunRow): RunLine {
  const request = z.looseObject({ question: z.string() }).safeParse(row.input);
  const ownReport = reportOf(row);
  const { id, agentId, agentName, agentRole, skill, label, trigger, status, engine, degraded, origin, sentence } = row;
  const fields = {
    id,
    agentId,
    agentName,
    agentRole,
    skill,
    label,
    trigger,
    status,
    engine,
    degraded,
    origin,
    sentence,
  };
  return {
    ...fields,
    question: request.success ? request.data.question : null,
    said: ownReport && formatLine(ownReport.headline, ownReport.figures),
    cost: { state: row.costState, usd: row.costUsd },
    stopping: row.stopAskedAt !== null && (status === "queued" || status === "running"),
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
