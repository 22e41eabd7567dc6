import {
  amountOf,
  type Filter,
  type MeasureKind,
  type Query,
  type QueryField,
  type QuerySubject,
} from "#contract/query.ts";
import { parties, people } from "../query/group.ts";
import { fieldIn } from "../query/lexicon.ts";
import { isNumeric, ownIn } from "../query/own.ts";
import { asksIn, isOwed, type Reading } from "../query/reading.ts";
import { sideOf } from "../query/subject.ts";
import type { Term } from "../query/terms.ts";
import type { Asked } from "./find.ts";
import type { Link, LinkOf } from "./link.ts";
import type { Mark } from "./marks.ts";

type Time = Pick<Query, "period" | "compare">;
type Group = {
  field: QueryField | null;
  unit: NonNullable<Query["groupBy"]>["unit"];
  isAsked: boolean;
  isCounted: boolean;
};

/** Marks that change what is asked: one that no part of the query uses is a meaning that would be dropped. */
const binding: readonly Mark[] = [
  "average",
  "median",
  "share",
  "high",
  "low",
  "long",
  "short",
  "newest",
  "oldest",
  "excluding",
  "not",
  "nobody",
  "over",
  "under",
  "atLeast",
  "atMost",
];

const measuredAs: Partial<Record<QueryField["type"], MeasureKind>> = {
  money: "sum",
  number: "average",
  hours: "sum",
  share: "average",
  days: "average",
};
const isMeasured = (field: QueryField): boolean => isNumeric(field) || field.type === "days" || field.type === "hours";
const isGrouped = ({ type }: QueryField): boolean => ["text", "choice", "flag", "agent"].includes(type);

/**
 * The query that linked words ask for; null where a meaning would be dropped, or two would be needed. `base`: the rows,
 * where the question names none.
 */
export function composeLinks(
  { written, words }: Asked,
  subject: QuerySubject,
  links: readonly Link[],
  time: Time,
  base: Term | null,
): Reading | null {
  const used = new Set<Link>();
  const filters: { filter: Filter; at: number }[] = [];
  /** "Deals whose close date": what stands right after a noun relates to it and asks nothing. */
  const relates = (one: Link): boolean => {
    const last = links[links.indexOf(one) - 1];
    return (
      one.kind === "mark" &&
      ["who", "which"].includes(one.mark) &&
      last !== undefined &&
      last.kind !== "mark" &&
      last.at + last.length === one.at
    );
  };
  const all = <Kind extends Link["kind"]>(kind: Kind) =>
    links.filter((one): one is LinkOf<Kind> => one.kind === kind && !relates(one));
  const marks = (...wanted: Mark[]) => all("mark").filter(({ mark }) => wanted.includes(mark));
  const taking = <One extends Link>(one: One): One => {
    used.add(one);
    return one;
  };
  const before = (one: Link): Link | undefined => links[links.indexOf(one) - 1];
  const after = (one: Link): Link | undefined => links[links.indexOf(one) + 1];
  const isMark = (one: Link | undefined, ...wanted: Mark[]): one is LinkOf<"mark"> =>
    one?.kind === "mark" && wanted.includes(one.mark);
  const between = (one: Link, other: Link): string[] => words.slice(one.at + one.length, other.at);

  /** Whether the next meaning stands right behind one. */
  const isNext = (one: Link): boolean => after(one)?.at === one.at + one.length;
  /** What leads to a noun, before its adjectives and their number: "top" of "the top 3 wholesale customers". */
  const leadOf = (one: Link): Link | undefined => {
    let last = before(one);
    while (last && (last.kind === "value" || last.kind === "number") && isNext(last)) last = before(last);
    return last;
  };

  const negated = new Map<Link, boolean>();
  /** Whether a negation stands before a meaning, or before another one that "and" or "or" joins it to. */
  const isNegated = (one: Link): boolean => {
    const known = negated.get(one);
    if (known !== undefined) return known;
    negated.set(one, false);
    const near = before(one);
    const last = near?.kind === "mark" && near.mark === "with" ? before(near) : near;
    let is = false;
    if (last?.kind === "mark" && ["not", "excluding"].includes(last.mark)) is = used.add(last).has(last);
    else if (last && ["value", "rows", "field"].includes(last.kind) && isNegated(last)) {
      const joint = between(last, one);
      const isExcluded = links.some((each) => isMark(each, "excluding") && each.at < last.at && used.has(each));
      is = joint.includes("or") || (isExcluded && joint.includes("and"));
    } else if (last?.kind === "mark" && words[last.at] === "or") {
      const earlier = before(last);
      is = earlier !== undefined && isNegated(earlier);
    }
    negated.set(one, is);
    return is;
  };

  const base0 = all("rows").find(({ term }) => term.filters) ?? all("rows")[0];
  const term: Term = base0?.term.filters ? base0.term : (base ?? base0?.term ?? { words: "", subject: subject.id });
  // What one person is paid is not among the fields of who may not read it.
  if (all("rows").some((one) => one.term.measure?.field && !fieldIn(subject, [one.term.measure.field]))) return null;
  for (const one of all("rows")) {
    taking(one);
    if (one.term === term || !one.term.filters) {
      if (one.term.filters && isNegated(one)) return null;
      continue;
    }
    const isNot = isNegated(one);
    if (isNot && one.term.filters.length > 1) return null;
    for (const filter of one.term.filters)
      if (!(term.filters ?? []).some((own) => JSON.stringify(own) === JSON.stringify(filter)))
        filters.push({ filter: isNot ? { ...filter, test: "isNot" } : filter, at: one.at });
  }
  for (const one of all("value")) {
    const { name, type } = taking(one).field;
    const isNot = isNegated(one);
    if (one.isWithin && isNot) return null;
    const test = one.isWithin ? "contains" : isNot ? "isNot" : "is";
    const same = filters.find(({ filter }) => filter.field === name && filter.test === test && type !== "view");
    if (same && test !== "contains") same.filter.values = [...new Set([...same.filter.values, ...one.values])];
    else filters.push({ filter: { field: name, test, values: [...one.values] }, at: one.at });
  }
  const reference = all("number").find((one) => {
    const last = before(one);
    return one.unit === "" && last?.kind === "rows" && last.at + last.length === one.at;
  });
  // "Invoice 5328".
  const numbered = reference && fieldIn(subject, ["number"]);
  if (reference && numbered?.type === "text" && time.period === null)
    filters.push({
      filter: { field: "number", test: "is", values: [String(taking(reference).value)] },
      at: reference.at,
    });
  if (!takeLimits()) return null;

  const ofUnits = all("unit").flatMap((one): Group[] => {
    const last = before(one);
    const isAdverb = words[one.at]?.endsWith("ly") === true;
    if (!isAdverb && !isMark(last, "each", "which", "high", "low", "long", "short")) return [];
    taking(one);
    if (isMark(last, "each", "which")) taking(last);
    return [{ field: null, unit: one.unit, isAsked: isMark(last, "which"), isCounted: false }];
  });
  if (all("unit").some((one) => !used.has(one))) return null;
  const ofFields = all("field").flatMap((one): Group[] => {
    if (!isGrouped(one.field)) return [];
    let last = leadOf(one);
    if (isMark(last, "high", "low")) last = isMark(before(last), "each", "which", "count") ? before(last) : last;
    // "Who is the vendor we spent most with".
    const isWho = isMark(last, "who") && people.includes(one.field.name);
    if (!last || !(isWho || isMark(last, "each", "which", "count", "high", "low"))) return [];
    if (words[last.at] === "what" && between(last, one).some((word) => /^(?:is|was|were|are)$/.test(word))) return [];
    if (filters.some(({ filter }) => filter.field === one.field.name)) return [];
    taking(one);
    if (!isMark(last, "high", "low")) taking(last);
    return [
      { field: one.field, unit: null, isAsked: isWho || isMark(last, "which"), isCounted: isMark(last, "count") },
    ];
  });
  const [asking] = marks("who");
  const isOfPeople = ["people", "customers", "vendors"].includes(subject.id);
  // "The biggest invoice, when and to whom" asks for the invoice.
  const isOfRow =
    all("rows").length > 0 &&
    marks("high", "low", "long", "short", "newest", "oldest").some(({ at }) => asking && at < asking.at);
  const person = asking && !isOfPeople && !isOfRow ? fieldIn(subject, people) : null;
  if (asking) taking(asking);
  const whoGroup: Group[] =
    person && ofUnits.length + ofFields.length === 0 && !filters.some(({ filter }) => filter.field === person.name)
      ? [{ field: person, unit: null, isAsked: true, isCounted: false }]
      : [];
  // Two values of one field beside "against" are compared.
  const [against] = marks("against").filter(
    (one) => words[one.at] !== "or" || marks("high", "low", "average").length > 0,
  );
  const compared = against ? filters.find(({ filter }) => filter.test === "is" && filter.values.length > 1) : undefined;
  const ofCompared: Group[] = compared
    ? [{ field: fieldIn(subject, [compared.filter.field]), unit: null, isAsked: false, isCounted: false }]
    : [];
  if (against && !compared && words[against.at] !== "or" && time.compare === null) return null;
  // "The top three practices by sales": a value that customers have stands for the customers.
  const ofParties = all("value").flatMap((one): Group[] => {
    const [, party = ""] = /^(customer|vendor)\./.exec(one.field.name) ?? [];
    const named = party !== "" && fieldIn(subject, [`${party}Name`]);
    const isAdjective = ["field", "rows", "value"].includes(after(one)?.kind ?? "") && isNext(one);
    if (!named || !isMark(leadOf(one), "high", "low") || isAdjective) return [];
    return [{ field: named, unit: null, isAsked: true, isCounted: false }];
  });
  const groups = [...ofUnits, ...ofFields, ...whoGroup, ...ofCompared, ...ofParties];
  const [group = null] = groups;
  if (groups.length > 1) return null;

  const [rank = null] = marks("high", "low", "long", "short", "newest", "oldest").map(taking);
  if (marks("high", "low", "long", "short", "newest", "oldest").length > 1) return null;
  // "Is this November better than last" compares two times.
  if (rank && time.compare && comparatives.has(words[rank.at] ?? "")) return null;
  const limit = rank && limitOf(rank);

  const shows: string[] = [];
  const measured: LinkOf<"field">[] = [];
  let day: string | null = null;
  for (const one of all("field")) {
    if (used.has(one)) continue;
    const { name, type } = taking(one).field;
    // What only one of the own tables calls its day is asked of that table.
    const table = filters.find(({ filter }) => filter.field === "table");
    if (one.table !== undefined && table && !table.filter.values.includes(one.table)) return null;
    if (one.table !== undefined && !table)
      filters.push({ filter: { field: "table", test: "is", values: [one.table] }, at: one.at });
    if (filters.some(({ filter }) => filter.field === name)) continue;
    const last = before(one);
    const nobody = links.find((each) => isMark(each, "nobody"));
    if (nobody && people.includes(name)) {
      taking(nobody);
      filters.push({ filter: { field: name, test: "unknown", values: [] }, at: one.at });
    } else if (isNegated(one))
      filters.push({
        filter:
          type === "flag" ? { field: name, test: "is", values: ["no"] } : { field: name, test: "unknown", values: [] },
        at: one.at,
      });
    // "With a contract size between 2024 and 2026": years or sizes.
    else if (isMeasured(one.field) && isMark(last, "with") && marks("sum", "average", "median").length === 0) {
      if (time.period) return null;
      filters.push({ filter: { field: name, test: "known", values: [] }, at: one.at });
    } else if (isMeasured(one.field)) measured.push(one);
    else if (type === "day") {
      // "Issued": so is every invoice.
      const isBegun = name === subject.day && marks("when").length === 0 && !isMark(last, "which");
      if (isBegun && !isOfPeople) continue;
      if (time.period && day === null) day = name;
      else if ((one.isVerb || isBegun) && marks("when").length === 0) return null;
      else shows.push(name);
    } else if (type === "flag") filters.push({ filter: { field: name, test: "is", values: ["yes"] }, at: one.at });
    else if (parties.includes(name) && !isMark(last, "with")) {
      // "Invoices of customers", but "customers without an invoice" are no invoices.
      if (all("rows").length === 0 || name === otherParty[sideOf(term) ?? ""]) return null;
    } else if (isMark(last, "with")) filters.push({ filter: { field: name, test: "known", values: [] }, at: one.at });
    else shows.push(name);
  }
  if (marks("when").length > 0) {
    for (const one of marks("when")) taking(one);
    const own = shows.some((name) => fieldIn(subject, [name])?.type === "day");
    if (!own && measured.length > 0 && marks("high", "low", "long", "short", "newest", "oldest").length === 0)
      return null;
    const [dayName] = own ? [] : [term.day ?? subject.day];
    if (dayName) shows.push(dayName);
  }

  const [mean] = marks("average", "median");
  const percents = marks("share").filter((one) => words[one.at] === "%");
  const isShare = marks("share").length > percents.length;
  if (isShare) for (const one of percents) taking(one);
  const [only = null] = measured;
  const isCount = marks("count").length > 0;
  const isSum = marks("sum").length > 0;
  if (measured.length > 1 && new Set(measured.map(({ field }) => field.name)).size > 1) {
    if (group || mean || isShare || isSum) return null;
    shows.push(...measured.slice(1).map(({ field }) => field.name));
  }
  const inView = only?.view;
  const hasView = subject.fields.some(
    ({ type, choices }) => type === "view" && choices.some(({ value }) => value === inView),
  );
  if (inView && hasView && !term.filters && !filters.some(({ filter }) => ["view", "stage"].includes(filter.field)))
    filters.push({ filter: { field: "view", test: "is", values: [inView] }, at: -1 });

  const named = new Set(filters.flatMap(({ filter }) => (filter.test === "isNot" ? [] : [filter.field])));
  const own = (term.filters ?? []).filter(
    ({ field }) => !named.has(field) || field === "view" || field === "direction",
  );
  const isBill = [...own, ...filters.map(({ filter }) => filter)].some(
    ({ field, values }) => field === "view" && values[0] === "bills",
  );
  for (const { filter } of filters)
    if (isBill && filter.field === "view" && filter.values[0] === "overdue") filter.values = ["overdueBills"];
  const isContrary = filters.some(
    ({ filter: { field: name, test } }) =>
      test === "known" && filters.some(({ filter }) => filter.field === name && filter.test === "unknown"),
  );
  // "How many are open and how many closed" are two figures, not one of both.
  if (isContrary || marks("count").length > 1) return null;
  if (mean) taking(mean);
  if (
    mean &&
    only === null &&
    amountOf(subject, { filters: [...own, ...filters.map(({ filter }) => filter)] }) === null
  )
    return null;

  const whole = [...own, ...filters.map(({ filter }) => filter)];
  const amount = amountOf(subject, { filters: whole });
  const field = only?.field.name ?? null;
  // How low an account went is no transaction on it.
  if (subject.id === "transactions" && rank && all("rows").some((one) => words[one.at + one.length - 1] === "account"))
    return null;
  // What is on an account after each of its transactions is never a sum.
  if (subject.id === "transactions" && field === "balance" && !rank) return null;
  const isDear = field !== null || (amount !== null && (isSum || mean !== undefined || term.measure?.always === true));
  const of: MeasureKind = mean
    ? mean.mark === "median"
      ? "median"
      : "average"
    : (only?.of ?? (only && measuredAs[only.field.type]) ?? "sum");

  let part: Filter[] = [];
  let bases = whole;
  if (isShare) {
    const share = marks("share")
      .map(taking)
      .find((one) => !percents.includes(one));
    if (!share || filters.length === 0 || mean) return null;
    if (!group) {
      const verb = words.findIndex((word, at) => at > share.at && verbs.has(word));
      const behind = filters.filter(({ at }) => verb >= 0 && at > verb);
      const chosen = behind.length > 0 ? behind : filters.slice(-1);
      part = chosen.map(({ filter }) => filter);
      bases = [...own, ...filters.filter((one) => !chosen.includes(one)).map(({ filter }) => filter)];
    }
  }
  const isYesNo = asksIn(written) === "yesNo";
  const isList =
    !group &&
    !mean &&
    part.length === 0 &&
    (marks("which", "who").length > 0 || shows.length > 0 || (isCount && isSum) || (isYesNo && field === null));
  const isRanked = !group && part.length === 0 && rank !== null && !mean;
  if (rank && !group && !isRanked) return null;
  const ranked = isRanked ? rankedBy() : null;
  if (isRanked && !ranked) return null;
  const counts = group?.isCounted === true || (isCount && !(isSum && !isList) && field === null);
  const measure: Query["measure"] =
    part.length > 0
      ? { of: "share", field: isDear && !isCount ? (field ?? amount) : null }
      : ranked
        ? ranked.measure
        : counts || (isList && field === null)
          ? { of: "count", field: null }
          : isDear ||
              (group !== null &&
                rank !== null &&
                amount !== null &&
                !isCount &&
                term.measure !== undefined &&
                all("rows").length > 0 &&
                !namesMost())
            ? { of, field }
            : { of: "count", field: null };
  // "How much work is not invoiced": rows without an amount are no money.
  if (isSum && !isCount && measure.of === "count" && amount === null && !isRanked) return null;
  if (group?.isCounted && group.field) bases = [...bases, { field: group.field.name, test: "known", values: [] }];
  for (const one of marks("count", "sum", "which", "with", "each", "against")) taking(one);
  if (all("number").some((one) => !used.has(one))) return null;
  if (marks(...binding).some((one) => !used.has(one))) return null;
  if (marks("each").some((one) => /^(?:per|each|every)$/.test(words[one.at] ?? "")) && !group) return null;
  const dayName = day ?? (ranked?.day !== undefined ? ranked.day : null) ?? term.day ?? null;
  if (time.period && !(dayName ?? subject.day)) return null;
  if (group?.unit && !(dayName ?? subject.day)) return null;
  if (!isList && !isRanked && !group && part.length === 0 && measure.of === "count" && !isCount && filters.length === 0)
    return null;
  const isLow = rank !== null && isLowRank(rank, only?.field ?? null);
  const query: Query = {
    subject: subject.id,
    filters: bases.slice(0, 10),
    search: null,
    period: time.period,
    day: dayName === subject.day ? null : dayName,
    groupBy: group ? { field: group.field?.name ?? dayName ?? subject.day ?? "", unit: group.unit } : null,
    measure,
    part,
    compare: time.period ? time.compare : null,
    order: ranked?.order ?? (group && rank ? (isLow ? "smallest" : "largest") : group?.unit ? "first" : "largest"),
    limit: limit ?? (isRanked ? 1 : 50),
    ...(shows.length > 0 && !group && { show: shows.slice(0, 6) }),
  };
  if (shows.length > 0 && (group || isCount || marks("which", "when", "who").length === 0)) return null;
  // What a person is now is not what they were, and what they cost now is not what they cost then.
  if (subject.id === "people" && (time.period || group?.unit) && (day === null || measure.field !== null)) return null;
  return {
    query,
    isMore: true,
    unused: [],
    vague: [],
    unmet: [],
    why: false,
    isNamed: false,
    namesOwn: ownIn(query).length > 0,
    kind: group
      ? group.unit && !rank
        ? "series"
        : group.isAsked && !rank && measure.of === "count"
          ? "names"
          : group.isCounted
            ? "names"
            : group.unit
              ? "series"
              : "ranking"
      : isList || isRanked
        ? "rows"
        : "value",
    asks: asksIn(written),
  };

  /** "The most jobs": they are counted. */
  function namesMost(): boolean {
    return (
      rank !== null &&
      (/^(?:most|fewest|least)$/.test(words[rank.at] ?? "") ? after(rank)?.kind === "rows" || rank.length > 1 : false)
    );
  }

  /** The numbers beside words that limit something; false where it is not clear what. */
  function takeLimits(): boolean {
    for (const mark of marks("over", "under", "atLeast", "atMost")) {
      const number = after(mark);
      if (number?.kind !== "number") return false;
      // "At least 10 tests" counts rows.
      if (after(number)?.kind === "rows" && between(number, after(number) as Link).length === 0) return false;
      const near = [before(mark), after(number), before(before(mark) ?? mark)].find(
        (one): one is LinkOf<"field"> => one?.kind === "field" && isMeasured(one.field),
      );
      const unit = number.unit;
      const fallback =
        unit === "day"
          ? fieldIn(
              subject,
              filters.some(({ filter }) => String(filter.values[0]).startsWith("overdue")) ? ["daysOverdue"] : [],
            )
          : unit === "hour"
            ? fieldIn(subject, ["actualHours", "hours"])
            : unit === "%"
              ? null
              : fieldIn(subject, [subject.amount ?? ""]);
      const field = near?.field ?? fallback;
      if (!field) return false;
      if (near) taking(near);
      taking(mark);
      taking(number);
      const value = field.type === "share" && unit === "" && number.value > 1 ? number.value / 100 : number.value;
      const test =
        mark.mark === "over"
          ? "moreThan"
          : mark.mark === "under"
            ? "lessThan"
            : mark.mark === "atLeast"
              ? "atLeast"
              : "atMost";
      filters.push({ filter: { field: field.name, test, values: [value] }, at: mark.at });
    }
    return true;
  }

  function limitOf(mark: Link): number | null {
    const number = [after(mark), before(mark)].find(
      (one): one is LinkOf<"number"> => one?.kind === "number" && one.unit === "" && !used.has(one),
    );
    const isBeside = number && (number.at === mark.at + mark.length || number.at + number.length === mark.at);
    return number && isBeside && number.value >= 1 && number.value <= 200 ? taking(number).value : null;
  }

  function isLowRank({ at, mark }: LinkOf<"mark">, of: QueryField | null): boolean {
    const isBad = of?.type === "days" || [...(term.filters ?? []), ...filters.map(({ filter }) => filter)].some(isOwed);
    const word = words[at] ?? "";
    if (isBad && /^(?:best|worst)$/.test(word)) return word === "best";
    return mark === "low" || mark === "short";
  }

  /** How the rows are ordered of which the first is asked for. */
  function rankedBy(): { order: Query["order"]; measure: Query["measure"]; day?: string } | null {
    if (!rank) return null;
    const count = { of: "count", field: null } as const;
    if (rank.mark === "newest" || rank.mark === "oldest") {
      // "The balance after the last booking" is shown of that row.
      if (only) shows.push(only.field.name);
      const [shown] = shows.filter((name) => fieldIn(subject, [name])?.type === "day");
      if (!(shown ?? term.day ?? subject.day)) return null;
      return { order: rank.mark === "newest" ? "last" : "first", measure: count, ...(shown && { day: shown }) };
    }
    const isLong = rank.mark === "long" || rank.mark === "short";
    const isOverdue = bases.some(
      ({ field: name, values }) => name === "view" && String(values[0]).startsWith("overdue"),
    );
    const by =
      only?.field ?? (isLong ? fieldIn(subject, isOverdue ? ["daysOverdue"] : []) : fieldIn(subject, [amount ?? ""]));
    if (!by || !isMeasured(by)) return null;
    return {
      order: isLowRank(rank, by) ? "smallest" : "largest",
      measure: { of: "sum", field: by.name === subject.amount ? null : by.name },
    };
  }
}

/** Bills have no customers, and invoices to customers no vendors. */
const otherParty: Readonly<Record<string, string>> = { payable: "customerName", receivable: "vendorName" };
const comparatives = new Set("larger bigger higher better smaller lower worse cheaper".split(" "));
const verbs = new Set("is are was were come came go went did do have has had that who which from".split(" "));
