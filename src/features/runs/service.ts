import { z } from "zod";
import * as stepRows from "#agency/run/steps/store.ts";
import * as runs from "#agency/run/store.ts";
import { stop } from "#agency/run/stop.ts";
import type { Page } from "#contract/cursor.ts";
import { notFound } from "#contract/errors.ts";
import { inWords, type Report, report } from "#contract/report.ts";
import type { RunLine } from "#contract/runs.ts";
import * as accounts from "#features/accounts/store.ts";
import { commentSubjects } from "#features/communications/comments/contract.ts";
import * as comments from "#features/communications/comments/store.ts";
import * as communications from "#features/communications/store.ts";
import * as decisions from "#features/decisions/store.ts";
import * as tasks from "#features/tasks/store.ts";
import type { RunPage } from "#features/runs/contract.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

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
    ledTo: await ledTo(tx, row, [...children, ...(parent ? [parent] : [])]),
  };
}

type Out = RunPage["ledTo"][number];
type Named = { name: string; role: string };
const nameOf = ({ name, role }: Named): string => `${name} (${role})`;

/** Everything that came out of a run; `around` are the runs it asked for and the one that asked for it. */
async function ledTo(tx: Tx, row: runs.RunRow, around: readonly runs.RunRow[]): Promise<Out[]> {
  const plain = { about: null, by: null, content: null };
  // What another run asked for has its effects when that one ends: they are of both.
  const top = await topOf(tx, row);
  const own = top.id === row.id ? undefined : row.agentId;
  const by = (who: Named & { id: string }) => (who.id === row.agentId ? null : nameOf(who));
  const decided = (await decisions.ofRun(tx, top.id, own)).map(
    (one): Out => ({
      ...plain,
      kind: "decision",
      id: one.id,
      title: one.title,
      status: one.status,
      by: by({ id: one.agentId, name: one.agentName, role: one.agentRole }),
      href: `/decisions/${one.id}`,
    }),
  );
  const opened = (await tasks.ofRun(tx, row.id)).map(
    (one): Out => ({
      ...plain,
      kind: "task",
      ...one,
      href: `/?task=${one.id}`,
    }),
  );
  const told = (await communications.ofRun(tx, top.id, own)).map((one): Out => {
    const { id, subject, status, content, sender, receiver, recipient, decisionId } = one;
    const other = sender && sender.id !== row.agentId ? sender : receiver;
    const theirs = around.find(({ agentId }) => agentId === other?.id);
    return {
      kind: "message",
      id,
      title: subject,
      status,
      about: receiver ? nameOf(receiver) : recipient,
      by: sender && by(sender),
      content,
      href: decisionId ? `/decisions/${decisionId}` : theirs ? `/runs/${theirs.id}` : null,
    };
  });
  return [...decided, ...opened, ...(await remarked(tx, row)), ...told];
}

/** The run at the head of those that asked for this one. */
async function topOf(tx: Tx, row: runs.RunRow): Promise<runs.RunRow> {
  const above = row.parentId ? await runs.find(tx, row.parentId) : null;
  return above ? topOf(tx, above) : row;
}

const askedIn = z.looseObject({ comment: z.object({ subject: z.enum(commentSubjects), subjectId: z.uuid() }) });

/** What was remarked on the task or the decision that the run was asked about. */
async function remarked(tx: Tx, { id: runId, input }: runs.RunRow): Promise<Out[]> {
  const asked = askedIn.safeParse(input);
  if (!asked.success) return [];
  const { subject, subjectId } = asked.data.comment;
  const about = subject === "task" ? await tasks.find(tx, subjectId) : await decisions.find(tx, subjectId);
  return (await comments.ofRun(tx, subjectId, runId)).map(
    ({ id, text }): Out => ({
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
