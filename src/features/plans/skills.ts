import { z } from "zod";
import { promptOf, untrusted } from "#agency/prompt.ts";
import { defineSkill } from "#agency/skill.ts";
import { addDays } from "#contract/days.ts";
import { exploreHref, query, type QueryInput } from "#contract/query.ts";
import { figure, gap, line, type Line, toLine } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { type Currency, day, lengths, priorities, truncate } from "#contract/words.ts";
import { runQuery } from "#features/explore/skills.ts";
import { collect } from "#features/expertise/topics/collect.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { commandLengths } from "#features/plans/contract.ts";
import { type Command, type NoCommand, readCommand } from "#features/plans/commands/reading.ts";
import { playbooks } from "#features/plans/playbooks/all.ts";
import { fundraising } from "#features/plans/playbooks/fundraising.ts";
import {
  type Draft,
  type Found,
  foundIn,
  isOwn,
  leftOutOf,
  moneyText,
  most,
  nothingToDo,
  type Playbook,
} from "#features/plans/playbooks/playbook.ts";
import { closestExamples } from "#features/plans/rules.ts";

const title = z.string().max(lengths.title);
const draftTask = z.strictObject({
  role: z.enum(agentRoleIds),
  title,
  reason: z.string(),
  priority: z.enum(priorities),
  dueOn: day,
  hours: z.number(),
  href: z.string().nullable(),
});
const draftInitiative = z.strictObject({
  role: z.enum(agentRoleIds),
  title,
  description: z.string(),
  priority: z.enum(priorities),
  targetOn: day,
});
const recommendation = z.strictObject({
  type: z.string(),
  title,
  description: z.string(),
  priority: z.enum(priorities),
});
const draftProposal = z.strictObject({
  role: z.enum(agentRoleIds),
  title,
  reason: z.string(),
  decision: z.strictObject({ type: z.string(), context: z.record(z.string(), z.unknown()) }).nullable(),
  dueInDays: z.number().int(),
  hours: z.number(),
});

const output = z.strictObject({
  /** Null: no playbook understood the command. */
  playbook: z.string().nullable(),
  line,
  figures: z.array(figure),
  missing: z.array(gap),
  examples: z.array(z.string()),
  tasks: z.array(draftTask).max(most.tasks),
  initiatives: z.array(draftInitiative).max(most.initiatives),
  recommendations: z.array(recommendation).max(most.recommendations),
  proposals: z.array(draftProposal),
});
export type Planned = z.output<typeof output>;

/** Why a command gives no tasks. */
const refusals: Record<NoCommand, string> = {
  question: "This is a question, not a command, so no tasks were created. Ask it on the dashboard, or send a command.",
  negated: "The command says what not to do, so no tasks were created. Say what should happen instead.",
  unknown: "This command matches none of the playbooks, so no tasks were created. Try one of these.",
};

/** Why a command that was understood cannot be planned as it stands, or null. */
function refusalOf({ id, label, narrows, names, times }: Playbook, command: Command, own: Currency): string | null {
  if (command.fault) return `${command.fault} No tasks were created. Change the command and send it again.`;
  if (command.amount && !isOwn(command.amount.sign, own) && id !== fundraising.id)
    return `The amount is not in ${own}, and amounts are not converted, so no tasks were created.`;
  const { past } = command;
  const unlimited = (to: string, takesNames = false) =>
    takesNames
      ? `"${label}" can be limited to a name, but not to "${to}", so no tasks were created.`
      : `"${label}" always covers everything and cannot be limited to "${to}", so no tasks were created.`;
  // "This month" has days to come.
  if (past && !past.isCurrent && times !== "read")
    return times === "target"
      ? `${past.label} has passed. No tasks were created. Change the command and send it again.`
      : unlimited(
          past.label.replace(/^(?:The|Last|Previous) /, (word) => word.toLowerCase()),
          narrows !== undefined,
        );
  const [name, other] = names === "free" ? [] : command.names;
  if (name === undefined) return null;
  if (!narrows) return unlimited(name);
  return other === undefined
    ? null
    : `The command names "${name}" and "${other}", so no tasks were created. Send one command for each.`;
}

const vocabulary = playbooks.map(({ example, verbs, objects }) => ({ example, words: [...verbs, ...objects] }));

const read = z.strictObject({ playbook: z.string().nullable(), why: z.string() });

const shorten = (text: string): string => truncate(text, lengths.title);

/** Turns a command into a plan by the playbook that understands it, over the company's own rows. */
export const planning = defineSkill({
  id: "plans.command",
  label: "Plan a command",
  roles: agentRoleIds,
  capability: null,
  isQuiet: true,
  input: z.strictObject({ prompt: z.string().max(commandLengths.most) }),
  output,
  async rules(session, { prompt }) {
    const today = todayOf(session.ctx);
    const understood = readCommand(prompt, playbooks, today.today);
    await session.step(
      "Understand the command",
      async () =>
        read.parse(
          typeof understood === "string"
            ? { playbook: null, why: understood }
            : { playbook: understood.playbook.id, why: understood.playbook.label },
        ),
      { given: prompt, detail: ({ playbook, why }) => (playbook ? `Playbook: ${why}` : "No playbook matches it") },
    );
    if (typeof understood === "string")
      return {
        playbook: null,
        ...nothingToDo(toLine`${refusals[understood]}`),
        figures: [],
        examples: closestExamples(prompt, vocabulary),
      };
    const { playbook, command } = understood;
    const refusal = refusalOf(playbook, command, today.currency);
    if (refusal)
      return { playbook: playbook.id, ...nothingToDo(toLine`${refusal}`), figures: [], examples: [playbook.example] };
    const [named] = playbook.names === "free" ? [] : command.names;
    const known = new Map<string, Found>();
    const found = (name: string): Found =>
      known.get(name) ?? { count: 0, total: 0, href: "/explore", rows: [], groups: [] };
    const leftOut = new Map<string, number>();
    const ask = async (queries: Record<string, QueryInput>): Promise<void> => {
      for (const [name, every] of Object.entries(queries)) {
        const asked = named && playbook.narrows?.queries.includes(name) ? { ...every, search: named } : every;
        const { result, origins } = await session.use(runQuery, query.parse(asked));
        session.reads(...origins);
        const href = exploreHref(asked);
        known.set(name, foundIn(result, href, today.currency));
        for (const [what, rows] of leftOutOf(result, today.currency))
          leftOut.set(what, Math.max(rows, leftOut.get(what) ?? 0));
        session.cites({
          kind: result.query.subject,
          reference: result.title,
          value: String(result.total.rows),
          asOf: result.asOf,
          href,
        });
      }
    };
    await ask(playbook.asks(command, today.today));
    await ask(playbook.asksAbout?.(command, today.today, found) ?? {});
    const note: Line =
      leftOut.size === 0
        ? []
        : toLine` Left out, because the plan is in ${today.currency}: ${[...leftOut].map(([what, rows]) => `${what} (${rows})`).join(", ")}.`;
    if (named && playbook.narrows?.queries.every((name) => found(name).count === 0))
      return {
        playbook: playbook.id,
        ...nothingToDo([...toLine`No ${playbook.narrows.one} matches "${named}", so no tasks were created.`, ...note]),
        figures: [],
        examples: [playbook.example],
      };
    const make = collect(today.currency, today.today);
    const draft = playbook.draft({
      command,
      today: today.today,
      currency: today.currency,
      make,
      found,
      by: (days) => {
        const planned = addDays(today.today, days);
        return command.dueOn && command.dueOn > today.today && command.dueOn < planned ? command.dueOn : planned;
      },
      money: moneyText(today.currency),
    });
    return { playbook: playbook.id, figures: make.figures, examples: [], ...fitted(draft, note, command.rest) };
  },
  prompt: (agent, { prompt }, origin) =>
    promptOf(
      agent,
      "Turn the command into a plan of tasks, initiatives, recommendations and proposals that name the company's own records.",
      untrusted(prompt, { origin, source: "a command a person typed" }),
    ),
});

/** A draft within the limits of a plan, with a note about the part that was not planned. */
function fitted(draft: Draft, leftOut: Line, rest: string | null): Omit<Planned, "playbook" | "figures" | "examples"> {
  const note: Line = rest ? toLine` Not planned: "${rest}". Send it as a command of its own.` : [];
  return {
    line: [...draft.line, ...leftOut, ...note],
    missing: draft.missing,
    tasks: draft.tasks.slice(0, most.tasks).map((task) => ({ ...task, title: shorten(task.title) })),
    initiatives: draft.initiatives
      .slice(0, most.initiatives)
      .map((initiative) => ({ ...initiative, title: shorten(initiative.title) })),
    recommendations: draft.recommendations
      .slice(0, most.recommendations)
      .map((one) => ({ ...one, title: shorten(one.title) })),
    proposals: draft.proposals.map((one) => ({ ...one, title: shorten(one.title) })),
  };
}
