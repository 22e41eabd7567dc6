import type { Persona } from "#agency/persona.ts";
import { actionRefusal } from "#agency/policy.ts";
import { type SkillHandler, defineSkillHandler, type Finished } from "#agency/skill.ts";
import { AppError } from "#contract/errors.ts";
import { type Figure, formatLine, type Line } from "#contract/report.ts";
import { shorten } from "#contract/words.ts";
import { sendMessages } from "#features/communications/actions.ts";
import { propose } from "#features/decisions/actions.ts";
import { team } from "#features/agents/store.ts";
import { briefReady } from "#features/expertise/events.ts";
import { startBriefOfDay } from "#features/expertise/service.ts";
import { briefing, dailyBrief } from "#features/expertise/skills.ts";
import { askForReports } from "#features/expertise/actions.ts";
import type { Asked, Briefed } from "#features/expertise/topics/briefed.ts";
import { batch } from "#platform/db/transaction.ts";
import type { Scheduled } from "#platform/jobs/background.ts";
import { record } from "#platform/journal/record.ts";

/** Announces a finished briefing to the owner and creates its proposals. */
export const handlers: readonly SkillHandler[] = [
  defineSkillHandler({
    skill: dailyBrief,
    // A person who asked for a brief is watching it; a scheduled one is announced.
    async deliver(tx, run, { lines }) {
      if (run.askedBy === null) await record(tx, briefReady(run, lines.length));
    },
  }),
  defineSkillHandler({
    skill: briefing,
    async deliver(tx, run, made) {
      const { agent } = run;
      const { headline, sections, figures, asked } = made;
      // Each executive reports under their own name, if the policy still allows it.
      const colleagues = asked.length > 0 ? await team(tx) : [];
      const refused = await createProposals(run, made, colleagues);
      const words = (line: Line) => formatLine(line, figures);
      const report = {
        to: null,
        subject: shorten(`${agent.role}: ${words(headline)}`, 255),
        content: [
          ...sections.map(({ title, lines }) => [title, ...lines.map(words)].join("\n")),
          ...(refused.length > 0 ? [["Not proposed", ...refused].join("\n")] : []),
        ].join("\n\n"),
      };
      const reached = asked.filter((one) => one.reached);
      await batch(
        tx,
        ...(reached.length > 0
          ? [() => run.use(askForReports, { of: reached.map(({ agentId, role }) => ({ agentId, role })) })]
          : []),
        ...reached.flatMap((one) => replySteps(one, { from: colleagues, run, figures })),
        () => run.use(sendMessages, { messages: [report] }),
      );
    },
  }),
];

export const schedule: readonly Scheduled[] = [
  { name: "daily-brief", every: { at: "08:00" }, run: (tx) => startBriefOfDay(tx) },
];

/** Creates each executive's proposals; returns why some were refused. */
async function createProposals(
  run: Finished,
  { proposals, asked }: Briefed,
  colleagues: readonly Persona[],
): Promise<string[]> {
  const refused: string[] = [];
  if (proposals.length > 0) refused.push(...refusalsOf(await run.use(propose, { proposals })));
  for (const one of asked) {
    if (one.proposals.length === 0) continue;
    const persona = colleagues.find(({ id }) => id === one.agentId);
    try {
      if (!persona) throw new AppError("conflict", `${one.name} (${one.role}) is no longer there.`);
      refused.push(...refusalsOf(await run.use(propose, { proposals: one.proposals }, persona)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push(error.message);
    }
  }
  return refused;
}

const refusalsOf = ({ output }: { output: { refused: string[] } | null }): string[] => output?.refused ?? [];

/**
 * Sends an executive's answer as a message from that executive, under its own permissions. Nothing is sent if it did
 * not answer or may no longer send messages.
 */
function replySteps(
  { agentId, role, refused, said }: Asked,
  { from, run, figures }: { from: readonly Persona[]; run: Finished; figures: readonly Figure[] },
): (() => Promise<unknown>)[] {
  const persona = from.find(({ id }) => id === agentId);
  if (refused !== null || !persona || actionRefusal(persona, sendMessages, "finished")) return [];
  const [headline = "", ...concerns] = said.map((line) => formatLine(line, figures));
  const message = {
    to: run.agent.id,
    subject: shorten(`${role}: ${headline}`, 255),
    content: [headline, ...concerns].join("\n"),
  };
  return [() => run.use(sendMessages, { messages: [message] }, persona)];
}
