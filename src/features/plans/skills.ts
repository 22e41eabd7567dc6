import { z } from "zod";
import { promptOf, untrusted } from "#agency/prompt.ts";
import { defineSkill, type RunSession } from "#agency/skill.ts";
import { toLine } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { type Answered, answerText } from "#features/conversations/entry/skills.ts";
import { cueOf } from "#features/conversations/following/cues.ts";
import { mayBeOutcome } from "#features/conversations/queries/composed/reading/outcome.ts";
import { understand } from "#features/conversations/understanding/skills.ts";
import { stem } from "#features/conversations/understanding/stem.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { commandLengths } from "#features/plans/contract.ts";
import {
  type Choice,
  chooseFrom,
  isImperative,
  isNamed,
  isWord,
  kinds,
  labelledIn,
  verbs,
} from "#features/plans/commands/choosing.ts";
import type { Ranked } from "#features/plans/commands/matching.ts";
import {
  type Command,
  type NoCommand,
  readCommand,
  verbOf,
  withoutCourtesy,
} from "#features/plans/commands/reading.ts";
import * as finding from "#features/plans/finding/skills.ts";
import { planFrom, shownOf, without } from "#features/plans/making/skills.ts";
import { answered as answeredQuestion, type Planned, planned } from "#features/plans/reasoning/planned.ts";
import { planByModel } from "#features/plans/reasoning/skills.ts";
import type { Ctx } from "#platform/context.ts";
import { read as inTransaction } from "#platform/db/transaction.ts";
import type { Embedder } from "#platform/embedding/embedder.ts";
import { sentencesName } from "#platform/embedding/names.ts";

/** Why a command gives no tasks. */
const refusals = {
  negated: "The command says what not to do, so no tasks were created. Say what should happen instead.",
  empty: "This names nothing to do, so no tasks were created. Try one of these.",
} satisfies Partial<Record<NoCommand, string>>;

const input = z.strictObject({ prompt: z.string().max(commandLengths.most) });
type Asked = z.output<typeof input>;

const planTask =
  "Turn the command into a plan: tasks for the agents, initiatives, recommendations, and proposals for what spends, sends, hires, signs or publishes. Read the records it is about first and name them. Plan only what the command asks for. Nothing starts before a person accepts the plan.";

/** Turns a command into a plan: by the playbook it is an example of over the company's own rows, else by a model. */
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
    prepare: async (session, asked) => {
      const { choice, command } = await recognize(session, asked);
      // What rules would plan in part is planned whole.
      const isByRules = choice.is === "no command" || (choice.is === "plan" && !command?.rest);
      return isByRules ? { modelText: null, output: await planByRules(session, asked) } : null;
    },
    examplesFor: () => kinds.texts.slice(0, 3),
  }),
});

let examples: { of: Embedder; vectors: Promise<Float32Array[] | null>; isReady: boolean } | null = null;

/** The vectors of all examples, computed once in a process; null without a sentence encoder. */
export function exampleVectors({ embedder }: Pick<Ctx, "embedder">): Promise<Float32Array[] | null> {
  if (embedder.name !== sentencesName) return Promise.resolve(null);
  if (examples?.of !== embedder)
    examples = { of: embedder, vectors: embedder.embed(kinds.texts, { isUrgent: true }), isReady: false };
  return examples.vectors.then((vectors) => {
    if (!vectors) examples = null;
    else if (examples) examples.isReady = true;
    return vectors;
  });
}

type Read = {
  command: Command | null;
  choice: Choice | { is: "no command"; why: NoCommand };
  parties: finding.Parties | null;
  /** It may be a question: that is tried first. */
  mayAsk: boolean;
};

/** The names in a command, and the kinds it is nearest to. */
async function nearestTo(ctx: Ctx, { plain }: Command, { mayWait = true } = {}) {
  const parties = await inTransaction(ctx, (tx) => finding.partiesIn(tx, plain, isWord));
  const coming = exampleVectors(ctx);
  const vectors = mayWait || examples?.isReady ? await coming : null;
  const [text] = vectors ? ((await ctx.embedder.embed([parties.unnamed], { isUrgent: true })) ?? []) : [];
  const ranked = kinds.rank(parties.unnamed, vectors && text ? { text, examples: vectors } : null);
  return { parties, ranked: ranked.slice(0, 10) };
}

/** Whether a text, wherever it is typed, is a command: one that a plan is made of, or that may be one of two. */
export async function isCommand(ctx: Ctx, text: string): Promise<boolean> {
  if (labelledIn(text)) return true;
  // "Remind them to pay" and "compared with a year before" say nothing by themselves.
  const { needsContext, compare } = cueOf(text);
  if (needsContext || compare) return false;
  const command = readCommand(text, verbs, todayOf(ctx).today);
  if (typeof command === "string") return false;
  // The first text of a process is not kept waiting for the vectors of all examples.
  const { ranked, parties } = await nearestTo(ctx, command, { mayWait: false });
  return isOrdered(ctx, text, chooseFrom(ranked, parties.unnamed, command.rest), ranked);
}

const showing = new Set(
  "show list give tell name count compare explain display what which who why have the".split(" ").map(stem),
);
/** "Tell" and "give" ask for something only where it is for the one who asks: "Tell all clients when we close" orders. */
const giving = new Set("give tell".split(" ").map(stem));
/** Whether a text asks to be shown something: "Give me the revenue by month". */
function isShown(text: string): boolean {
  const verb = verbOf(text);
  if (giving.has(verb)) return /^\S+ (?:me|us)\b/.test(withoutCourtesy(text));
  return showing.has(verb);
}

/** What a plan does too: "compare the two offers". */
const weighing = new Set("compare explain have".split(" ").map(stem));

/** Whether a text that is near to a plan orders it: by its verb, or because nothing answers it as a question. */
async function isOrdered(ctx: Ctx, text: string, { is }: Choice, [first]: readonly Ranked[]): Promise<boolean> {
  if (isShown(text) && !weighing.has(verbOf(text))) {
    const { query: read, composed, topicId, nearest } = await inTransaction(ctx, (tx) => understand(tx, text));
    return is === "plan" && !(read ?? composed ?? topicId ?? nearest);
  }
  // "Close rate by source" begins with a noun.
  if (first?.hasVerb && isImperative(text) && !mayBeOutcome(text)) return is === "plan" || is === "either";
  if (is !== "plan" || isNamed(text)) return false;
  const { query: read, composed, topicId } = await inTransaction(ctx, (tx) => understand(tx, text));
  return read === null && composed === null && topicId === null;
}

/** Finds out what a command is by the examples it is nearest to. */
async function recognize(session: RunSession, { prompt }: Asked): Promise<Read> {
  const labelled = labelledIn(prompt);
  const command = readCommand(labelled?.text ?? prompt, verbs, todayOf(session.ctx).today);
  if (typeof command === "string")
    return {
      command: null,
      choice: { is: "no command", why: command },
      parties: null,
      mayAsk: command === "question",
    };
  const { parties, ranked, isOrder } = await session.step(
    "Understand the command",
    async (ctx) => {
      const near = await nearestTo(ctx, command);
      return {
        ...near,
        isOrder:
          labelled !== null ||
          (await isOrdered(ctx, prompt, chooseFrom(near.ranked, near.parties.unnamed, command.rest), near.ranked)),
      };
    },
    {
      given: prompt,
      detail: ({ ranked: [first] }) => `Nearest: ${first?.id ?? "nothing"}`,
    },
  );
  return {
    command,
    parties,
    choice: labelled ? { is: "plan", playbook: labelled.playbook } : chooseFrom(ranked, parties.unnamed, command.rest),
    mayAsk: !isOrder && (!verbs.has(verbOf(prompt)) || isShown(prompt)),
  };
}

const isRead = ({ intent }: Answered): boolean =>
  intent.kind === "question" &&
  (intent.understood.query ?? intent.understood.composed ?? intent.understood.topicId) !== null;

/** A session whose colleagues answer by rules too: a question in the console costs nothing. */
const byRules = (session: RunSession): RunSession =>
  Object.create(session, {
    delegate: {
      value: ((to, { model: _, ...skill }, ...given) =>
        session.delegate(to, skill, ...given)) satisfies RunSession["delegate"],
    },
  }) as RunSession;

async function planByRules(session: RunSession, asked: Asked): Promise<Planned> {
  const { command, choice, parties, mayAsk } = await recognize(session, asked);
  if (mayAsk) {
    const reply = await answerText(byRules(session), { text: asked.prompt, before: null });
    const { answered, report, followUps, offers } = reply;
    // What is read in full as a question is refused as one.
    if (answered || choice.is === "no command" || (isNamed(asked.prompt) && isRead(reply)))
      return {
        ...without(
          null,
          report.headline,
          [...new Set([...followUps, ...offers].flatMap(({ label, href }) => (href === null ? [label] : [])))].slice(
            0,
            3,
          ),
          report.missing,
        ),
        figures: report.figures,
        playbook: answered ? answeredQuestion : null,
      };
  }
  if (!command || !parties || choice.is === "no command")
    return without(
      null,
      toLine`${refusals[choice.is === "no command" && choice.why === "negated" ? choice.why : "empty"]}`,
      kinds.texts.slice(0, 3),
    );
  if (command.fault && (choice.is === "plan" || choice.is === "either"))
    return without(
      null,
      toLine`${command.fault} No tasks were created. Change the command and send it again.`,
      kinds.texts.slice(0, 3),
    );
  if (choice.is === "unknown")
    return without(
      null,
      toLine`I do not know how to plan this, so no tasks were created. The nearest I can do: ${choice.nearest.map(({ does }) => does).join("; ")}.`,
      choice.nearest.map(shownOf),
    );
  if (choice.is === "refused")
    return without(
      null,
      toLine`${choice.cannot}, so no tasks were created. The nearest I can do: ${choice.nearest.does}.`,
      [shownOf(choice.nearest)],
    );
  if (choice.is === "either")
    return without(
      null,
      toLine`Should I ${choice.playbooks.map(({ does }) => does).join(", or ")}? ${choice.playbooks.length > 1 ? "Choose one" : "Choose it if so"}: I was not sure, so no tasks were created.`,
      choice.playbooks.map(({ label }) => `${label}: ${command.text}`),
    );
  return planFrom({ session, command, parties, isChosen: labelledIn(asked.prompt) !== null }, choice.playbook);
}
