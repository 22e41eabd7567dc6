import { agencyOf } from "#agency/agency.ts";
import { type SkillHandler, defineSkillHandler } from "#agency/skill.ts";
import { type Figure, formatLine, type Line } from "#contract/report.ts";
import { messageAnswered, messageFailed } from "#features/chat/events.ts";
import { chatAnswer } from "#features/chat/skills.ts";
import * as store from "#features/chat/store.ts";
import { propose } from "#features/decisions/actions.ts";
import { askFirst } from "#features/decisions/asking/service.ts";
import * as decisions from "#features/decisions/store.ts";
import { record } from "#platform/journal/record.ts";

/**
 * Stores the answer to a message in the transaction that finishes its run. Proposals and requested actions become
 * pending decisions; nothing else changes.
 */
export const handlers: readonly SkillHandler[] = [
  defineSkillHandler({
    skill: chatAnswer,
    async deliver(tx, run, output, { turnId }) {
      const { agent, runId, origin, engine } = run;
      const { report, command, shown, topic, followUps, understood, exploreHref, brief, planId } = output;
      if (report.proposals.length > 0) await run.use(propose, { proposals: report.proposals });
      const caller = { agent, runId, origin, engine };
      const action = command && agencyOf(tx).actions.get(command.action);
      const asked =
        action && action.effect !== "read"
          ? [await askFirst(tx, { ...caller, requestedBy: await store.personOf(tx, turnId) }, action, command.input)]
          : [];
      const created = (await decisions.ofRun(tx, runId)).map(({ id }) => id);
      const decisionIds = [...new Set([...asked, ...created, ...shown])];
      const lines = [report.headline, ...(brief?.lines ?? []).map((one) => one.line)];
      const isFigure = lines.some((each) => hasFigure(each, report.figures));
      const type = asked.length + created.length > 0 ? "decision" : output.answered && isFigure ? "analysis" : "text";
      const { headline: line, figures, sections, missing } = report;
      const isNew = await store.end(tx, turnId, {
        response: lines.map((each) => formatLine(each, figures)).join("\n"),
        type,
        reply: {
          line,
          figures,
          sections,
          missing,
          followUps,
          understood,
          exploreHref,
          decisionIds,
          ...(brief && { brief }),
          ...(planId && { planId }),
        },
        topic: topic && (asked.length > 0 ? { ...topic, decisionIds: asked } : topic),
      });
      if (isNew) await record(tx, messageAnswered({ id: turnId, agentId: agent.id, type }));
    },
    async giveUp(tx, { agent }, sentence, { turnId }) {
      if (await store.end(tx, turnId, { sentence }))
        await record(tx, messageFailed({ id: turnId, agentId: agent.id, sentence }));
    },
  }),
];

/** Whether a line contains a figure with a source. */
const hasFigure = (line: Line, figures: readonly Figure[]): boolean =>
  line.some(
    (part) => typeof part !== "string" && figures.some(({ id, value }) => id === part.figure && value !== null),
  );
