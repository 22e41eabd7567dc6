import { z } from "zod";
import { promptOf, untrusted } from "#agency/prompt.ts";
import { defineSkill, type RunSession } from "#agency/skill.ts";
import { addDays } from "#contract/days.ts";
import type { QueryInput } from "#contract/query.ts";
import { type Line, toLine } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import type { Currency } from "#contract/words.ts";
import { collect } from "#features/expertise/topics/collect.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { commandLengths } from "#features/plans/contract.ts";
import { type Command, type NoCommand, readCommand } from "#features/plans/commands/reading.ts";
import { listMailboxes } from "#features/mailroom/store.ts";
import { find } from "#features/plans/finding/skills.ts";
import { playbooks } from "#features/plans/playbooks/all.ts";
import { fundraising } from "#features/plans/playbooks/fundraising.ts";
import {
  type Draft,
  type Found,
  isOwn,
  leftOutOf,
  moneyText,
  most,
  nothingToDo,
  type Playbook,
} from "#features/plans/playbooks/playbook.ts";
import { type Planned, planned, shortTitle } from "#features/plans/reasoning/planned.ts";
import { planByModel } from "#features/plans/reasoning/skills.ts";
import { closestExamples } from "#features/plans/rules.ts";
import { read as inTransaction } from "#platform/db/transaction.ts";

/** Why a command gives no tasks. */
const refusals: Record<NoCommand, string> = {
  question: "This is a question, not a command, so no tasks were created. Ask it on the dashboard, or send a command.",
  negated: "The command says what not to do, so no tasks were created. Say what should happen instead.",
  unknown: "This command matches none of the playbooks, so no tasks were created. Try one of these.",
};

/** What is wrong with a command that was understood, or null. */
function faultOf({ id, times }: Playbook, { fault, amount, past }: Command, own: Currency): string | null {
  if (fault) return `${fault} No tasks were created. Change the command and send it again.`;
  if (amount && !isOwn(amount.sign, own) && id !== fundraising.id)
    return `The amount is not in ${own}, and amounts are not converted, so no tasks were created.`;
  return past && !past.isCurrent && times === "target"
    ? `${past.label} has passed. No tasks were created. Change the command and send it again.`
    : null;
}

/** Why a playbook cannot be limited to the names or the time of the command, or null. */
function scopeRefusalOf({ label, narrows, names, times }: Playbook, command: Command): string | null {
  const { past } = command;
  const notLimitedTo = (to: string, takesNames = false) =>
    takesNames
      ? `"${label}" can be limited to a name, but not to "${to}", so no tasks were created.`
      : `"${label}" always covers everything and cannot be limited to "${to}", so no tasks were created.`;
  // "This month" is not over, so it is not refused.
  if (past && !past.isCurrent && times !== "read")
    return notLimitedTo(
      past.label.replace(/^(?:The|Last|Previous) /, (word) => word.toLowerCase()),
      narrows !== undefined,
    );
  const [name, other] = names === "free" ? [] : command.names;
  if (name === undefined) return null;
  if (!narrows) return notLimitedTo(name);
  return other === undefined
    ? null
    : `The command names "${name}" and "${other}", so no tasks were created. Send one command for each.`;
}

const vocabulary = playbooks.map(({ example, verbs, objects }) => ({ example, words: [...verbs, ...objects] }));

const read = z.strictObject({ playbook: z.string().nullable(), why: z.string() });

const input = z.strictObject({ prompt: z.string().max(commandLengths.most) });
type Asked = z.output<typeof input>;

const planTask =
  "Turn the command into a plan: tasks for the agents, initiatives, recommendations, and proposals for what spends, sends, hires, signs or publishes. Read the records it is about first and name them. Plan only what the command asks for. Nothing starts before a person accepts the plan.";

/** Turns a command into a plan: by the playbook that understands it over the company's own rows, else by a model. */
export const planning = defineSkill({
  id: "plans.command",
  label: "Plan a command",
  roles: agentRoleIds,
  capability: null,
  isQuiet: true,
  input,
  output: planned,
  rules: planByRules,
  prompt: (agent, { prompt }, origin) =>
    promptOf(agent, planTask, untrusted(prompt, { origin, source: "a command a person typed" })),
  model: planByModel<typeof input>({
    prepare: async (session, asked) =>
      isBeyondRules(session, asked) ? null : { modelText: null, output: await planByRules(session, asked) },
    examplesFor: ({ prompt }) => closestExamples(prompt, vocabulary),
  }),
});

/** Whether a command is one that no playbook can plan. */
function isBeyondRules({ ctx }: RunSession, { prompt }: Asked): boolean {
  const { today, currency } = todayOf(ctx);
  const understood = readCommand(prompt, playbooks, today);
  if (typeof understood === "string") return understood === "unknown";
  const { playbook, command } = understood;
  return faultOf(playbook, command, currency) === null && scopeRefusalOf(playbook, command) !== null;
}

async function planByRules(session: RunSession, { prompt }: Asked): Promise<Planned> {
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
  const refusal = faultOf(playbook, command, today.currency) ?? scopeRefusalOf(playbook, command);
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
      const { result, found: rows } = await find(session, asked);
      known.set(name, rows);
      for (const [what, count] of leftOutOf(result, today.currency))
        leftOut.set(what, Math.max(count, leftOut.get(what) ?? 0));
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
  const canWrite = await inTransaction(session.ctx, async (tx) => (await listMailboxes(tx)).length > 0);
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
    canWrite,
  });
  return { playbook: playbook.id, figures: make.figures, examples: [], ...withinLimits(draft, note, command.rest) };
}

/** A draft within the limits of a plan, with a note about the part that was not planned. */
function withinLimits(
  draft: Draft,
  leftOut: Line,
  rest: string | null,
): Omit<Planned, "playbook" | "figures" | "examples"> {
  const note: Line = rest ? toLine` Not planned: "${rest}". Send it as a command of its own.` : [];
  return {
    line: [...draft.line, ...leftOut, ...note],
    missing: draft.missing,
    tasks: draft.tasks.slice(0, most.tasks).map((task) => ({ ...task, title: shortTitle(task.title) })),
    initiatives: draft.initiatives
      .slice(0, most.initiatives)
      .map((initiative) => ({ ...initiative, title: shortTitle(initiative.title) })),
    recommendations: draft.recommendations
      .slice(0, most.recommendations)
      .map((one) => ({ ...one, title: shortTitle(one.title) })),
    proposals: draft.proposals.map((one) => ({ ...one, title: shortTitle(one.title) })),
  };
}
