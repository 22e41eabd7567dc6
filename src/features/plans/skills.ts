import { z } from "zod";
import { promptOf, untrusted } from "#agency/prompt.ts";
import { defineSkill, type RunSession } from "#agency/skill.ts";
import { type Query, query } from "#contract/query.ts";
import { type Line, toLine } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { answerText } from "#features/conversations/entry/skills.ts";
import { cueOf } from "#features/conversations/following/cues.ts";
import { timeWords } from "#features/conversations/understanding/period.ts";
import { understand } from "#features/conversations/understanding/skills.ts";
import { stem } from "#features/conversations/understanding/stem.ts";
import { functionWords, normalized } from "#features/conversations/understanding/words.ts";
import { collect } from "#features/expertise/topics/collect.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { listMailboxes } from "#features/mailroom/store.ts";
import { commandLengths } from "#features/plans/contract.ts";
import { type Choice, chooseFrom, isWord, kinds, labelledIn, verbs } from "#features/plans/commands/choosing.ts";
import { contentOf, type Ranked } from "#features/plans/commands/matching.ts";
import {
  type Command,
  type NoCommand,
  readCommand,
  verbOf,
  withoutAmount,
  withoutCourtesy,
} from "#features/plans/commands/reading.ts";
import * as finding from "#features/plans/finding/skills.ts";
import * as play from "#features/plans/playbooks/playbook.ts";
import { draftOf, type Scope, shareOf, textFrom } from "#features/plans/playbooks/render.ts";
import { answered as answeredQuestion, type Planned, planned, shortTitle } from "#features/plans/reasoning/planned.ts";
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
      const { choice } = await recognize(session, asked);
      const isRead = choice.is === "no command" || choice.is === "plan";
      return isRead ? { modelText: null, output: await planByRules(session, asked) } : null;
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
  // "Remind them to pay" says nothing by itself.
  if (cueOf(text).needsContext) return false;
  const command = readCommand(text, verbs, todayOf(ctx).today);
  if (typeof command === "string") return false;
  // The first text of a process is not kept waiting for the vectors of all examples.
  const { ranked } = await nearestTo(ctx, command, { mayWait: false });
  return isOrdered(ctx, text, chooseFrom(ranked), ranked);
}

const imperatives = new Set(kinds.texts.map((one) => normalized(one).split(" ")[0] ?? ""));
/** "Compare", not "compared with a year before". */
const isImperative = (text: string): boolean => imperatives.has(withoutCourtesy(text).split(" ")[0] ?? "");

const showing = new Set(
  "show list give tell name count compare explain display what which who why have the".split(" ").map(stem),
);
/** Whether a text asks to be shown something: "Give me the revenue by month". */
const isShown = (text: string): boolean => showing.has(verbOf(text));

/** Whether a text that is near to a plan orders it: by its verb, or because nothing answers it as a question. */
async function isOrdered(ctx: Ctx, text: string, { is }: Choice, [first]: readonly Ranked[]): Promise<boolean> {
  if (first?.hasVerb && isImperative(text)) return is === "plan" || is === "either";
  if (is !== "plan") return false;
  const { query: read, topicId } = await inTransaction(ctx, (tx) => understand(tx, text));
  return read === null && topicId === null;
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
        isOrder: labelled !== null || (await isOrdered(ctx, prompt, chooseFrom(near.ranked), near.ranked)),
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
    choice: labelled ? { is: "plan", playbook: labelled.playbook } : chooseFrom(ranked),
    mayAsk: !isOrder && (!verbs.has(verbOf(prompt)) || isShown(prompt)),
  };
}

const without = (
  playbook: string | null,
  line: Line,
  examples: readonly string[],
  missing: Planned["missing"] = [],
): Planned => ({
  playbook,
  ...play.nothingToDo(line, missing),
  figures: [],
  examples: [...examples],
});

const shownOf = ({ examples: [first = ""] }: play.Playbook): string => first;

async function planByRules(session: RunSession, asked: Asked): Promise<Planned> {
  const { command, choice, parties, mayAsk } = await recognize(session, asked);
  if (mayAsk) {
    const { answered, report, followUps, offers } = await answerText(session, { text: asked.prompt, before: null });
    if (answered || choice.is === "no command")
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
      toLine`Should I ${choice.playbooks.map(({ does }) => does).join(", or ")}? Choose one: I was not sure, so no tasks were created.`,
      choice.playbooks.map(({ label }) => `${label}: ${command.text}`),
    );
  return planFrom(session, command, choice.playbook, parties, labelledIn(asked.prompt) !== null);
}

/** What is wrong with a command that was understood, or null. */
function faultOf(playbook: play.Playbook, { amount, span }: Command, own: string, today: string): string | null {
  if (amount && !play.isOwn(amount.sign, own) && playbook.id !== "fundraising")
    return `The amount is not in ${own}, and amounts are not converted, so no tasks were created.`;
  return playbook.isAhead && span && span.to < today
    ? `${span.label} has passed. No tasks were created. Change the command and send it again.`
    : null;
}

/** Words of time, which narrow rows even where examples have them. */
const narrowing: ReadonlySet<string> = new Set(timeWords);

/** The field that names a customer or vendor in rows of a subject. */
const partyFields = {
  customer: {
    customers: "name",
    deals: "customerName",
    tickets: "customerName",
    invoices: "customerName",
    contracts: "customerName",
    subscriptions: "customerName",
  },
  vendor: { vendors: "name", invoices: "vendorName", contracts: "vendorName", subscriptions: "vendorName" },
} as Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A read narrowed to what the command names; null if its rows know no such party. */
function narrowed(
  { isWhole, named, by: _, isFirst: __, inside: ___, areTwins: ____, ...read }: play.Read,
  conditions: finding.Conditions,
  { customer, vendor, spellings }: finding.Parties,
  span: Command["span"],
): Query | null {
  const own = query.parse(read);
  if (isWhole) return own;
  const said = conditions.query?.subject === own.subject ? conditions.query : null;
  if (said) {
    const isNamed = said.search !== null || said.period !== null || said.filters.some(({ field }) => field !== "view");
    const filters = isNamed && named ? [...named] : own.filters;
    const isNew = (one: Query["filters"][number]) =>
      !filters.some((other) => JSON.stringify(other) === JSON.stringify(one));
    const compared = own.compare !== null && said.period !== null;
    // A month that is named is compared with the same month of the year before, "last month" with the one before it.
    const isLast = compared && /^last /i.test(span?.label ?? "");
    return {
      ...own,
      filters: [...filters, ...said.filters.filter(isNew)].slice(0, 10),
      search: spellings.length > 1 ? null : said.search,
      ...(said.period && { period: said.period, day: compared ? own.day : (said.day ?? own.day) }),
      ...(compared && { compare: isLast ? ("previous" as const) : ("yearBefore" as const) }),
      ...(said.limit < 50 && own.groupBy === null && { order: said.order }),
    };
  }
  const name = customer ?? vendor;
  if (name === null) return own;
  const field = partyFields[customer === null ? "vendor" : "customer"]?.[own.subject];
  if (!field) return null;
  return {
    ...own,
    filters: [...(named ?? own.filters), play.is(field, ...(spellings.length > 0 ? spellings : [name]))],
  };
}

async function planFrom(
  session: RunSession,
  typed: Command,
  playbook: play.Playbook,
  parties: finding.Parties,
  isChosen: boolean,
): Promise<Planned> {
  const { ctx } = session;
  const { today, currency } = todayOf(ctx);
  const command =
    playbook.isAhead && typed.dueOn === null && typed.ahead && typed.ahead.day >= today
      ? {
          ...typed,
          dueOn: typed.ahead.day,
          span: typed.span && { ...typed.span, to: typed.ahead.day, label: typed.ahead.label },
        }
      : typed;
  const refuse = (sentence: string, note: Line = [], missing: Planned["missing"] = []) =>
    without(playbook.id, [...toLine`${sentence}`, ...note], [shownOf(playbook)], missing);
  const fault = faultOf(playbook, command, currency, today);
  if (fault) return refuse(fault);
  const reads = Object.entries(playbook.reads ?? {});
  // An amount is a goal where the plan works with it, else a condition of the rows.
  const isPriced = /\{amount\}|\.part\}/.test(JSON.stringify([playbook.line, playbook.tasks]));
  const [main] = reads;
  const isFree = playbook.takes === "anything" || playbook.takes === "party";
  const conditions: finding.Conditions = isFree
    ? { query: null, unused: [] }
    : await inTransaction(ctx, (tx) =>
        finding.conditionsIn(tx, isPriced ? withoutAmount(command.plain) : command.plain, parties, {
          noun: playbook.noun ?? main?.[1].subject ?? "",
          subject: main?.[1].subject ?? null,
          isOwn: (word) => kinds.isOwn(playbook.id, stem(word)),
        }),
      );
  if (playbook.isAhead && conditions.query) conditions.query.period = null;
  const party = parties.label;
  const stranger = parties.strangers[0] ?? null;
  const said = conditions.query;
  const called = [party ?? "", ...parties.spellings, ...(said?.filters.flatMap(({ values }) => values) ?? [])];
  const isUsed = (word: string) => called.some((name) => normalized(String(name)).split(" ").includes(word));
  const unused = isFree
    ? []
    : conditions.unused.filter(
        (word) =>
          !functionWords.has(word) &&
          !word.endsWith("ly") &&
          (narrowing.has(word) || !kinds.isOwn(playbook.id, stem(word))) &&
          !isUsed(word),
      );
  if (stranger !== null && !isFree && said?.search === null && !isUsed(normalized(stranger).split(" ")[0] ?? ""))
    return refuse(`No record is called "${stranger}", so no tasks were created.`);
  if (unused.length > 0 && !isChosen && !playbook.isAhead && playbook.takes === undefined)
    return without(
      playbook.id,
      toLine`I can ${playbook.does}, but not limit it to ${play.namesIn(unused.map((word) => `"${word}"`))}, so no tasks were created. Choose to plan it without.`,
      [`${playbook.label}: ${command.text}`],
    );
  const found = new Map<string, play.Found>();
  const leftOut = new Map<string, number>();
  const ask = async (name: string, asked: Query, read: play.Read): Promise<void> => {
    const { result, found: rows } = await finding.find(session, asked);
    for (const [what, count] of play.leftOutOf(result, currency))
      leftOut.set(what, Math.max(count, leftOut.get(what) ?? 0));
    if (read.by) {
      const change = ({ value, previous }: play.FoundGroup) =>
        (value - (previous ?? 0)) * (read.by === "rise" ? 1 : -1);
      rows.groups = rows.groups.filter((one) => change(one) > 0).toSorted((one, other) => change(other) - change(one));
    }
    if (read.inside)
      for (const group of rows.groups.slice(0, 3)) {
        const field = asked.groupBy?.field ?? "";
        const filters = [...asked.filters, play.is(field, group.key)].slice(0, 10);
        group.inside = (
          await finding.find(session, { ...asked, filters, groupBy: null, order: "first", limit: 3 })
        ).found.rows;
      }
    if (read.areTwins) Object.assign(rows, finding.twinsIn(rows));
    found.set(
      name,
      read.isFirst && party === null ? await finding.firstOnly(session, asked, rows, result.period) : rows,
    );
  };
  if (playbook.takes === "rows") {
    if (!said || unused.length > 1)
      return refuse(
        'I do not know which records you mean, so no tasks were created. Name them, for example "Call the customers in Leeds".',
      );
    await ask("rows", said, { subject: said.subject });
  } else
    for (const [name, read] of reads) {
      const asked =
        playbook.takes === "party" && party === null ? null : narrowed(read, conditions, parties, command.span);
      if (asked) await ask(name, asked, read);
    }
  const note: Line =
    leftOut.size === 0
      ? []
      : toLine` Left out, because the plan is in ${currency}: ${[...leftOut].map(([what, rows]) => `${what} (${rows})`).join(", ")}.`;
  const scope: Scope = {
    playbook,
    command,
    today,
    currency,
    make: collect(currency, today),
    found: (name) => found.get(name) ?? play.nothingFound,
    canWrite: await inTransaction(ctx, async (tx) => (await listMailboxes(tx)).length > 0),
    party: party ?? (isFree ? (stranger ?? aboutIn(command.plain)) : null),
    part: partIn(party, said, command.span?.label),
    isPart:
      said !== null &&
      (said.search !== null ||
        said.period !== null ||
        said.filters.some(({ field }) => !/^(?:view|customerName|vendorName|name)$/.test(field))),
    wanted: said && said.limit < 50 ? said.limit : null,
  };
  const first = main ? scope.found(main[0]) : scope.found("rows");
  if (playbook.takes === "rows" && first.count === 0)
    return refuse(`No row matches "${command.text}", so no tasks were created.`, note);
  if (main && playbook.none && first.count === 0 && scope.found(playbook.orElse ?? "").groups.length === 0) {
    const all = await finding.find(session, { subject: main[1].subject });
    if (all.found.count === 0 && leftOut.size === 0)
      return refuse(`You have no ${main[1].subject} yet, so there is nothing to plan.`, note, [
        { what: `Your ${main[1].subject}`, needed: `Import ${main[1].subject}`, href: `/records/${main[1].subject}` },
      ]);
    const name = party ?? stranger;
    return refuse(
      name === null && !scope.isPart
        ? (textFrom(playbook.none, scope) ?? playbook.none)
        : `No ${main[1].subject.replace(/s$/, "")} matches ${name === null ? `"${command.text}"` : `"${name}"`}, so no tasks were created.`,
      note,
    );
  }
  const share = shareOf(scope, first.total);
  if (playbook.id === "costs" && share !== null && share > 1)
    return refuse(
      `You spent ${play.moneyText(currency)(first.total)} ${first.period ? `in ${first.period}` : "there"}, so ${play.moneyText(currency)(share * first.total)} cannot be saved. No tasks were created.`,
      note,
    );
  const draft = draftOf(scope);
  const about = [...contentOf(command.plain)].filter((word) => !kinds.isOwn(playbook.id, word));
  const told = await finding.fromDocuments(session, command.plain, about);
  const notes: Line = [
    ...note,
    ...(unused.length > 0 ? toLine` Not used: ${unused.map((word) => `"${word}"`).join(", ")}.` : []),
    ...(command.rest ? toLine` Not planned: "${command.rest}". Send it as a command of its own.` : []),
  ];
  return {
    playbook: playbook.id,
    figures: scope.make.figures,
    examples: [],
    line: [...draft.line, ...notes],
    missing: draft.missing,
    tasks: draft.tasks.slice(0, play.most.tasks).map(short),
    initiatives: draft.initiatives.slice(0, play.most.initiatives).map(short),
    recommendations: [
      ...told.map(({ title, said: description }) => ({
        type: "Documents",
        title,
        description,
        priority: "medium" as const,
      })),
      ...draft.recommendations,
    ]
      .slice(0, play.most.recommendations)
      .map(short),
    proposals: draft.proposals.map(short),
  };
}

/** What rows are limited to: "Harbour Foods", "software", "October". */
function partIn(party: string | null, said: Query | null, span: string | undefined): string | null {
  const values = (said?.filters ?? [])
    .filter(
      ({ field, values: [value] }) =>
        !/^(?:view|status|customerName|vendorName)$/.test(field) && typeof value === "string",
    )
    .map(({ values }) => play.namesIn(values.slice(0, 2).map(String), values.length));
  const parts = [party, ...values, said?.search, said?.period ? span : null].filter(
    (one) => one !== null && one !== undefined,
  );
  return parts.length > 0 ? parts.join(", ") : null;
}

const short = <T extends { title: string }>(one: T): T => ({ ...one, title: shortTitle(one.title) });

/** "The board": what a meeting without a known party is with or about. */
const aboutIn = (text: string): string =>
  /\b(?:with|at|for|on|about|to)\s+(?:the\s+)?([^,.;!?]{2,60})/i.exec(text)?.[1]?.trim() ?? "you";
