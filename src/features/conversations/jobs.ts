import { type Duty, duty } from "#agency/skill.ts";
import { inWords } from "#contract/report.ts";
import { cut, shorten } from "#contract/words.ts";
import { sendMessages } from "#features/communications/actions.ts";
import * as rules from "#features/conversations/rules.ts";
import { answer, wordsOf } from "#features/conversations/skills.ts";
import * as store from "#features/conversations/store.ts";
import { comment } from "#features/conversations/actions.ts";
import { propose } from "#features/decisions/actions.ts";
import { closeTask } from "#features/tasks/actions.ts";

/** What becomes of an answer: the owner is told, the task is done with it, and what it would do waits for a person. */
export const duties: readonly Duty[] = [
  duty({
    skill: answer,
    async deliver(tx, run, { answered, report, meaning }, asked) {
      const { proposals } = report;
      const proposed = proposals.length > 0 ? await run.use(propose, { proposals }) : null;
      const refused = proposed?.output?.refused ?? [];
      if (answered && meaning) await store.remember(tx, wordsOf(asked.question), meaning);
      const said = rules.messageOf(report);
      if (asked.comment) {
        await run.use(comment, { ...asked.comment, text: cut(said, 10_000) });
        return;
      }
      const notProposed = refused.length > 0 ? [["Not proposed", ...refused].join("\n")] : [];
      const subject = shorten(inWords(report.headline, report.figures), 255);
      const content = [asked.question, said, ...notProposed].join("\n\n");
      await run.use(sendMessages, { messages: [{ to: null, subject, content }] });
      if (answered && asked.taskId) await run.use(closeTask, { taskId: asked.taskId, result: said });
    },
  }),
];
