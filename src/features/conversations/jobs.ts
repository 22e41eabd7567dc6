import { type SkillHandler, defineSkillHandler } from "#agency/skill.ts";
import * as runs from "#agency/run/store.ts";
import { formatLine } from "#contract/report.ts";
import { truncate, shorten } from "#contract/words.ts";
import { sendMessages } from "#features/communications/actions.ts";
import * as rules from "#features/conversations/rules.ts";
import { answer } from "#features/conversations/skills.ts";
import { wordsOf } from "#features/conversations/understanding/skills.ts";
import * as store from "#features/conversations/store.ts";
import { comment } from "#features/conversations/actions.ts";
import { propose } from "#features/decisions/actions.ts";
import { closeTask } from "#features/tasks/actions.ts";
import { closeUnanswered } from "#features/tasks/service.ts";

/**
 * An answer is sent to the owner and completes the task; its proposals become pending decisions. A refused question is
 * closed as not answered: its card shows the reason, so no message is sent and nothing becomes overdue.
 */
export const handlers: readonly SkillHandler[] = [
  defineSkillHandler({
    skill: answer,
    async deliver(tx, run, { answered, report, meaning }, asked) {
      const { proposals } = report;
      const proposed = proposals.length > 0 ? await run.use(propose, { proposals }) : null;
      const refused = proposed?.output?.refused ?? [];
      if (answered && meaning) await store.remember(tx, wordsOf(asked.question), meaning);
      const isPrivate = (await runs.find(tx, run.runId))?.privateTo != null;
      const message = isPrivate ? rules.privately : rules.messageOf(report);
      if (asked.comment) {
        await run.use(comment, { ...asked.comment, text: truncate(message, 10_000) });
        return;
      }
      const notProposed = refused.length > 0 ? [["Not proposed", ...refused].join("\n")] : [];
      const subject = shorten(formatLine(report.headline, report.figures), 255);
      const content = [asked.question, message, ...notProposed].join("\n\n");
      if ((answered && !isPrivate) || proposed)
        await run.use(sendMessages, { messages: [{ to: null, subject, content }] });
      if (asked.taskId) await run.use(closeTask, { taskId: asked.taskId, result: message, answered });
    },
    async giveUp(tx, _run, sentence, { taskId }) {
      if (taskId) await closeUnanswered(tx, taskId, sentence);
    },
  }),
];
