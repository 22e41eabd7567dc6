import type { Persona } from "#agency/persona.ts";
import { barredFrom } from "#agency/policy.ts";
import { type Duty, duty, type Finished } from "#agency/skill.ts";
import { AppError } from "#contract/errors.ts";
import { type Figure, inWords, type Line } from "#contract/report.ts";
import { shorten } from "#contract/words.ts";
import { sendMessages } from "#features/communications/actions.ts";
import { propose } from "#features/decisions/actions.ts";
import { team } from "#features/agents/store.ts";
import { briefing } from "#features/expertise/skills.ts";
import { askForReports } from "#features/expertise/actions.ts";
import type { Asked, Briefed } from "#features/expertise/topics/briefed.ts";
import { batch } from "#platform/db/transaction.ts";

/** What becomes of a briefing: the owner is told, and what it proposes waits for a person. */
export const duties: readonly Duty[] = [
  duty({
    skill: briefing,
    async deliver(tx, run, made) {
      const { agent } = run;
      const { headline, sections, figures, asked } = made;
      // Whoever was asked for it speaks under their own name, as far as they still may.
      const there = asked.length > 0 ? await team(tx) : [];
      const refused = await proposed(run, made, there);
      const words = (line: Line) => inWords(line, figures);
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
        ...reached.flatMap((one) => replyOf(one, { from: there, run, figures })),
        () => run.use(sendMessages, { messages: [report] }),
      );
    },
  }),
];

/** Lets each propose what they found; gives why some of it was not. */
async function proposed(run: Finished, { proposals, asked }: Briefed, there: readonly Persona[]): Promise<string[]> {
  const refused: string[] = [];
  if (proposals.length > 0) refused.push(...whyNot(await run.use(propose, { proposals })));
  for (const one of asked) {
    if (one.proposals.length === 0) continue;
    const who = there.find(({ id }) => id === one.agentId);
    try {
      if (!who) throw new AppError("conflict", `${one.name} (${one.role}) is no longer there.`);
      refused.push(...whyNot(await run.use(propose, { proposals: one.proposals }, who)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push(error.message);
    }
  }
  return refused;
}

const whyNot = ({ output }: { output: { refused: string[] } | null }): string[] => output?.refused ?? [];

/** What came back, as a message under its sender's own grant; who answered nothing or may not write by now sends none. */
function replyOf(
  { agentId, role, refused, said }: Asked,
  { from, run, figures }: { from: readonly Persona[]; run: Finished; figures: readonly Figure[] },
): (() => Promise<unknown>)[] {
  const who = from.find(({ id }) => id === agentId);
  if (refused !== null || !who || barredFrom(who, sendMessages, "finished")) return [];
  const [headline = "", ...concerns] = said.map((line) => inWords(line, figures));
  const message = {
    to: run.agent.id,
    subject: shorten(`${role}: ${headline}`, 255),
    content: [headline, ...concerns].join("\n"),
  };
  return [() => run.use(sendMessages, { messages: [message] }, who)];
}
