import { formatLine } from "#contract/report.ts";
import { onBehalfOf } from "#features/accounts/service.ts";
import * as accounts from "#features/accounts/store.ts";
import type { Question } from "#features/conversations/contract.ts";
import { list } from "#features/conversations/service.ts";
import { answerThere } from "#features/slack/posting/service.ts";
import * as store from "#features/slack/store.ts";
import { escapeText } from "#features/slack/words/blocks.ts";
import type { Tx } from "#platform/context.ts";

function wordsOf({ status, answer, agent }: Question): string[] {
  if (status !== "done" || !answer) return ["The question could not be answered."];
  const { line, figures, missing } = answer;
  const sources = [...new Set(figures.map(({ source }) => source.label))];
  return [
    formatLine(line, figures),
    ...missing.map(({ what, needed }) => `Missing: ${what}. ${needed}`),
    `${agent.name} (${agent.role})${sources.length > 0 ? `. From ${sources.slice(0, 5).join(", ")}` : ""}`,
  ];
}

/** Answers a question where it was asked, once its run is over, as its person may read it. */
export async function answerInThread(tx: Tx, runId: string): Promise<void> {
  const row = await store.findQuestion(tx, runId);
  if (!row) return;
  const isActive = (await accounts.people(tx)).some(({ id }) => id === row.userId);
  const [asked] = isActive ? await list(await onBehalfOf(tx, row.userId), 1, row.taskId) : [];
  if (asked?.status === "queued" || asked?.status === "running") return;
  await store.removeQuestion(tx, runId);
  if (!asked) return;
  const url = new URL(`/runs/${runId}`, tx.mail.publicUrl);
  const text = [...wordsOf(asked).map(escapeText), `<${url.href}|How this was worked out>`].join("\n");
  await answerThere(tx, { channel: row.channelId, thread: row.threadTs }, { text, intent: `answer:${runId}` });
}
