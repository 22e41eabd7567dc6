import { and, eq, getTableColumns, inArray, like } from "drizzle-orm";
import { slackDecisions, slackQuestions, slackSettings } from "#features/slack/tables.ts";
import type { Tx } from "#platform/context.ts";
import { deliveries } from "#platform/outbox/tables.ts";

export type Settings = Omit<typeof slackSettings.$inferSelect, "companyId">;
export type QuestionRow = Omit<typeof slackQuestions.$inferSelect, "companyId">;

const nothing: Settings = {
  channelId: null,
  channelName: null,
  approvals: false,
  notices: false,
  brief: false,
  messages: false,
};

export async function settings(tx: Tx): Promise<Settings> {
  const { companyId: _company, ...shown } = getTableColumns(slackSettings);
  const [row] = await tx.db.select(shown).from(slackSettings).where(eq(slackSettings.companyId, tx.company));
  return row ?? nothing;
}

export async function change(tx: Tx, to: Settings): Promise<void> {
  await tx.db
    .insert(slackSettings)
    .values({ companyId: tx.company, ...to })
    .onConflictDoUpdate({ target: slackSettings.companyId, set: to });
}

export type Place = { channelId: string; ts: string };

export async function placeOf(tx: Tx, decisionId: string): Promise<Place | null> {
  const [row] = await tx.db
    .select({ channelId: slackDecisions.channelId, ts: slackDecisions.ts })
    .from(slackDecisions)
    .where(and(eq(slackDecisions.companyId, tx.company), eq(slackDecisions.decisionId, decisionId)));
  return row ?? null;
}

/** Whether a decision was posted, or will be. */
export async function isPosted(tx: Tx, decisionId: string, intent: string): Promise<boolean> {
  const of = and(
    eq(deliveries.companyId, tx.company),
    eq(deliveries.kind, "slack_message"),
    eq(deliveries.intent, intent),
  );
  return (await placeOf(tx, decisionId)) !== null || (await tx.db.$count(deliveries, of)) > 0;
}

export async function keepPlace(tx: Tx, decisionId: string, { channelId, ts }: Place): Promise<void> {
  await tx.db.insert(slackDecisions).values({ companyId: tx.company, decisionId, channelId, ts }).onConflictDoNothing();
}

export async function addQuestion(tx: Tx, row: QuestionRow): Promise<void> {
  await tx.db.insert(slackQuestions).values({ companyId: tx.company, ...row });
}

const ofRun = (tx: Tx, runId: string) => and(eq(slackQuestions.companyId, tx.company), eq(slackQuestions.runId, runId));

export async function findQuestion(tx: Tx, runId: string): Promise<QuestionRow | null> {
  const [row] = await tx.db.select().from(slackQuestions).where(ofRun(tx, runId));
  return row ?? null;
}

export const removeQuestion = (tx: Tx, runId: string) => tx.db.delete(slackQuestions).where(ofRun(tx, runId));

/** Deletes everything about a workspace, and what was to be posted there. */
export async function wipe(tx: Tx): Promise<void> {
  for (const table of [slackSettings, slackDecisions, slackQuestions])
    await tx.db.delete(table).where(eq(table.companyId, tx.company));
  await tx.db
    .update(deliveries)
    .set({ status: "cancelled", sealed: null, dueAt: null, settledAt: tx.now })
    .where(
      and(
        eq(deliveries.companyId, tx.company),
        like(deliveries.kind, "slack_%"),
        inArray(deliveries.status, ["held", "failed", "unknown"]),
      ),
    );
}
