import type { RunSession } from "#agency/skill.ts";
import { addMonths } from "#contract/spans.ts";
import type { Query } from "#contract/query.ts";
import { type Line, toLine } from "#contract/report.ts";
import { stem } from "#features/conversations/understanding/stem.ts";
import { normalized } from "#features/conversations/understanding/words.ts";
import { collect } from "#features/expertise/topics/collect.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { listMailboxes } from "#features/mailroom/store.ts";
import { kinds } from "#features/plans/commands/choosing.ts";
import { type Command, mainClause, withoutAmount } from "#features/plans/commands/reading.ts";
import { slotsIn } from "#features/plans/commands/slots.ts";
import * as documents from "#features/plans/documents/skills.ts";
import * as finding from "#features/plans/finding/skills.ts";
import * as narrowing from "#features/plans/narrowing/skills.ts";
import { playbooks } from "#features/plans/playbooks/all.ts";
import * as play from "#features/plans/playbooks/playbook.ts";
import { draftOf, type Scope, shareOf, textFrom } from "#features/plans/playbooks/render.ts";
import { type Planned, shortTitle } from "#features/plans/reasoning/planned.ts";
import { read as inTransaction } from "#platform/db/transaction.ts";

/** A command that was read; `isChosen`: a person chose its plan by a button. */
export type Reading = { session: RunSession; command: Command; parties: finding.Parties; isChosen: boolean };

export const without = (
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

export const shownOf = ({ examples: [first = ""] }: play.Playbook): string => first;

/** Asks the reads of a plan, and tells which rows were left out because of their currency. */
async function readRows(
  { session, command, parties }: Reading,
  playbook: play.Playbook,
  conditions: finding.Conditions,
): Promise<{ found: Map<string, play.Found>; note: Line }> {
  const { currency } = todayOf(session.ctx);
  const found = new Map<string, play.Found>();
  const leftOut = new Map<string, number>();
  const isStill = playbook.still !== undefined && narrowing.isStill(command.plain);
  const asked = new Map<string, { query: Query; read: play.Read }>();
  if (playbook.takes === "rows") {
    const query = conditions.query;
    if (query) asked.set("rows", { query, read: { subject: query.subject } });
  } else if (playbook.takes !== "party" || parties.label !== null)
    for (const [name, read] of Object.entries(playbook.reads ?? {})) {
      const own = narrowing.narrowed(read, conditions, parties, command.span);
      const inOrder =
        own && isStill && own.groupBy === null ? { ...own, day: playbook.still ?? null, order: "first" as const } : own;
      const query = inOrder && read.span ? inTheSpan(inOrder, read.span, command.span) : inOrder;
      if (query) asked.set(name, { query, read });
    }
  const names = [...asked.keys()];
  const results = await finding.findAll(
    session,
    [...asked.values()].map(({ query }) => query),
  );
  for (const [at, { result, found: rows }] of results.entries()) {
    const name = names[at] ?? "";
    const { query, read } = asked.get(name) as { query: Query; read: play.Read };
    for (const [what, count] of play.leftOutOf(result, currency))
      leftOut.set(what, Math.max(count, leftOut.get(what) ?? 0));
    if (read.by) {
      const change = ({ value, previous }: play.FoundGroup) =>
        (value - (previous ?? 0)) * (read.by === "rise" ? 1 : -1);
      rows.groups = rows.groups.filter((one) => change(one) > 0).toSorted((one, other) => change(other) - change(one));
    }
    if (read.inside) await addInside(session, query, rows);
    if (read.isOver) rows.groups = rows.groups.filter(({ value }) => value > (command.amount?.value ?? 0));
    if (read.areTwins) Object.assign(rows, finding.twinsIn(rows));
    const isNew = read.isFirst && parties.label === null;
    found.set(name, isNew ? await finding.firstOnly(session, query, rows, result.period) : rows);
  }
  const others = [...leftOut].map(([what, rows]) => `${what} (${rows})`).join(", ");
  return { found, note: others === "" ? [] : toLine` Left out, because the plan is in ${currency}: ${others}.` };
}

/** Adds the oldest rows of the first groups. */
async function addInside(session: RunSession, asked: Query, { groups }: play.Found): Promise<void> {
  const first = groups.slice(0, 4);
  const inside = first.map(({ key }) => ({
    ...asked,
    filters: [...asked.filters, play.is(asked.groupBy?.field ?? "", key)].slice(0, 10),
    groupBy: null,
    order: "first" as const,
    limit: 3,
  }));
  const results = await finding.findAll(session, inside);
  for (const [at, group] of first.entries()) group.inside = results[at]?.found.rows ?? [];
}

/** A query over the time that a command names, or over the same time a year before. */
function inTheSpan(asked: Query, which: "own" | "before", span: Command["span"]): Query | null {
  if (!span) return null;
  const back = which === "before" ? -12 : 0;
  return {
    ...asked,
    period: { kind: "between", from: addMonths(span.from, back), to: addMonths(span.to, back) },
  };
}

export async function planFrom(reading: Reading, playbook: play.Playbook): Promise<Planned> {
  const { session, parties, isChosen } = reading;
  const { ctx } = session;
  const { today, currency } = todayOf(ctx);
  const command = narrowing.aheadIn(reading.command, playbook, today);
  const refuse = (sentence: string, note: Line = [], missing: Planned["missing"] = []) =>
    without(playbook.id, [...toLine`${sentence}`, ...note], [shownOf(playbook)], missing);
  const fault = narrowing.faultOf(playbook, command, currency, today);
  if (fault) return refuse(fault);
  const [main] = Object.entries(playbook.reads ?? {});
  // An amount is a goal where the plan works with it, else a condition of the rows.
  const isPriced = /\{amount\}|\.part\}/.test(JSON.stringify([playbook.line, playbook.tasks]));
  const isFree = playbook.takes === "anything" || playbook.takes === "party";
  const clause = mainClause(isPriced ? withoutAmount(command.plain) : command.plain);
  const conditions: finding.Conditions = isFree
    ? { query: null, unused: [] }
    : await inTransaction(ctx, (tx) =>
        finding.conditionsIn(tx, clause, parties, {
          noun: playbook.noun ?? main?.[1].subject ?? rowsNamed(parties.unnamed) ?? "",
          subject: main?.[1].subject ?? (playbook.takes === "rows" ? rowsNamed(parties.unnamed) : null),
          isOwn: (word) => kinds.isOwn(playbook.id, stem(word)),
        }),
      );
  if (playbook.isAhead && conditions.query) conditions.query.period = null;
  const { label: party, strangers, spellings } = parties;
  const stranger = strangers[0] ?? null;
  const said = conditions.query;
  const unused = isFree ? [] : narrowing.unusedOf(conditions, playbook, [party ?? "", ...spellings], command.span);
  const about = narrowing.wordsAbout(command, playbook, parties, unused);
  const told = await documents.mentionsOf(session, about, playbook.look ?? playbook.does);
  const isNamed = said?.search !== null;
  if (stranger !== null && !isFree && !isNamed && !namesOf(said).includes(normalized(stranger).split(" ")[0] ?? ""))
    return told.length > 0 && playbook.look
      ? planByDocuments(reading, playbook, [stranger], told)
      : refuse(`No record is called "${stranger}", so no tasks were created.`);
  // "Plan the quarter for the two teams" is about the quarter.
  const head = normalized(clause.split(/ (?:for|with|so) /)[0] ?? "").split(" ");
  const isLimited = unused.some((word) => !playbook.isAhead || head.includes(word)) && !isChosen;
  if (isLimited && playbook.takes === undefined) {
    const rows = playbooks.find(({ takes }) => takes === "rows");
    const byRows = rows ? await wholly(reading, rows) : null;
    if (byRows) return byRows;
    if (told.length > 0 && playbook.look) return planByDocuments(reading, playbook, about, told);
    return without(
      playbook.id,
      toLine`I can ${playbook.does}, but not limit it to ${play.namesIn(unused.map((word) => `"${word}"`))}, so no tasks were created. Choose to plan it without.`,
      [`${playbook.label}: ${command.text}`],
    );
  }
  if (playbook.takes === "rows" && (!said || unused.length > 1))
    return refuse(
      'I do not know which records you mean, so no tasks were created. Name them, for example "Call the customers in Leeds".',
    );
  const { found, note } = await readRows({ ...reading, command }, playbook, conditions);
  const scope: Scope = {
    playbook,
    command,
    today,
    currency,
    make: collect(currency, today),
    found: (name) => found.get(name) ?? play.nothingFound,
    canWrite: await inTransaction(ctx, async (tx) => (await listMailboxes(tx)).length > 0),
    party: party ?? (isFree ? (stranger ?? narrowing.aboutIn(command.plain)) : null),
    part: narrowing.partIn(party, said, command.span?.label),
    isPart:
      said !== null &&
      (said.search !== null ||
        said.period !== null ||
        said.filters.some(({ field }) => !/^(?:view|customerName|vendorName|name)$/.test(field))),
    isStill: playbook.still !== undefined && narrowing.isStill(command.plain),
    wanted: said && said.limit < 50 ? said.limit : null,
  };
  const first = main ? scope.found(main[0]) : scope.found("rows");
  if (playbook.takes === "rows" && first.count === 0)
    return refuse(`No row matches "${command.text}", so no tasks were created.`, note);
  const account = playbooks.find(({ id }) => id === "account");
  if (main && first.count === 0 && party !== null && playbook.for?.["collect"] && account) {
    const whole = await planFrom(reading, account);
    const line: Line = [...toLine`No overdue invoice of ${party} is on record. `, ...whole.line];
    if (whole.tasks.length > 0) return { ...whole, line };
    if (told.length > 0) return planByDocuments(reading, playbook, about, told);
  }
  if (main && playbook.none && first.count === 0 && scope.found(playbook.orElse ?? "").groups.length === 0) {
    if (told.length > 0 && playbook.look && party === null) return planByDocuments(reading, playbook, about, told);
    const { subject } = main[1];
    const all = await finding.find(session, { subject });
    if (all.found.count === 0 && note.length === 0)
      return refuse(`You have no ${subject} yet, so there is nothing to plan.`, note, [
        { what: `Your ${subject}`, needed: `Import ${subject}`, href: `/records/${subject}` },
      ]);
    const name = party ?? stranger;
    return refuse(
      name === null && !scope.isPart
        ? (textFrom(playbook.none, scope) ?? playbook.none)
        : `No ${subject.replace(/s$/, "")} matches ${name === null ? `"${command.text}"` : `"${name}"`}, so no tasks were created.`,
      note,
    );
  }
  const share = shareOf(scope, first.total);
  if (playbook.id === "costs" && share !== null && share > 1)
    return refuse(
      `You spent ${play.moneyText(currency)(first.total)} ${first.period ? `in ${first.period}` : "there"}, so ${play.moneyText(currency)(share * first.total)} cannot be saved. No tasks were created.`,
      note,
    );
  const drafted = draftOf(scope);
  const notes: Line = [
    ...note,
    ...(unused.length > 0 ? toLine` Not used: ${unused.map((word) => `"${word}"`).join(", ")}.` : []),
    ...(command.rest ? toLine` Not planned: "${command.rest}". Send it as a command of its own.` : []),
  ];
  return planned(playbook, { ...drafted, line: [...drafted.line, ...notes] }, scope.make.figures, told, today);
}

const subjects: Record<string, string> = {
  ticket: "tickets",
  deal: "deals",
  contract: "contracts",
  debt: "invoices",
  subscription: "subscriptions",
  supplier: "vendors",
  customer: "customers",
};
/** The rows that a text names by a common word. */
const rowsNamed = (text: string): string | null =>
  slotsIn(text).objects.flatMap((object) => subjects[object] ?? [])[0] ?? null;

/** The words of the values that a query is narrowed to. */
const namesOf = (said: Query | null): string[] =>
  (said?.filters ?? []).flatMap(({ values }) => values.flatMap((value) => normalized(String(value)).split(" ")));

/** A plan that goes through the rows a command names, if all its words name them; else null. */
async function wholly(reading: Reading, rows: play.Playbook): Promise<Planned | null> {
  const { session, command, parties } = reading;
  const { query, unused } = await inTransaction(session.ctx, (tx) =>
    finding.conditionsIn(tx, mainClause(command.plain), parties, { noun: "", subject: null, isOwn: () => false }),
  );
  const [verb] = normalized(command.plain).split(" ");
  const others = unused.filter((word) => word !== verb);
  const left = narrowing.unusedOf({ query, unused: others }, rows, [parties.label ?? ""], command.span);
  return query && left.length === 0 ? planFrom(reading, rows) : null;
}

/** A plan from what documents alone say about something, in the words of the command. */
function planByDocuments(
  { session, command }: Reading,
  playbook: play.Playbook,
  words: readonly string[],
  told: readonly documents.Mention[],
): Planned {
  const { today, currency } = todayOf(session.ctx);
  const titles = play.namesIn([...new Set(told.map(({ title }) => title))]);
  const days = told.flatMap((one) => one.days.filter((day) => day >= today)).toSorted();
  const dueOn = command.dueOn ?? days[0] ?? play.inDays(today, 7);
  const task: play.DraftTask = {
    role: playbook.tasks[0]?.role ?? "Operations",
    title: mainClause(command.text).replace(/^./, (letter) => letter.toUpperCase()),
    reason: told.map(({ said }) => said).join(" "),
    priority: "high",
    dueOn,
    hours: 2,
    href: null,
  };
  const line = toLine`No record holds ${play.namesIn(words.map((word) => `"${word}"`))}, so the plan goes by ${titles}: it is due by ${play.dayText(dueOn)}.`;
  return planned(playbook, { ...play.nothingToDo(line), tasks: [task] }, collect(currency, today).figures, told, today);
}

/** A draft with what documents say, within the limits of a plan. */
function planned(
  playbook: play.Playbook,
  draft: play.Draft,
  figures: Planned["figures"],
  told: readonly documents.Mention[],
  today: string,
): Planned {
  const promised = documents.promisedIn(told, today);
  const own = draft.tasks.slice(0, play.most.tasks - Math.min(promised.length, 2));
  const recommendations = [
    ...told.map(({ title, said }) => ({
      type: "Documents",
      title,
      description: said,
      priority: "medium" as const,
    })),
    ...draft.recommendations,
  ];
  return {
    playbook: playbook.id,
    figures,
    examples: [],
    line: draft.line,
    missing: draft.missing,
    tasks: [...own, ...promised].slice(0, play.most.tasks).map(short),
    initiatives: draft.initiatives.slice(0, play.most.initiatives).map(short),
    recommendations: recommendations.slice(0, play.most.recommendations).map(short),
    proposals: draft.proposals.map(short),
  };
}

const short = <T extends { title: string }>(one: T): T => ({ ...one, title: shortTitle(one.title) });
