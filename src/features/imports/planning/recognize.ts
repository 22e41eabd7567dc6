import { currencies } from "#contract/words.ts";
import { type Target } from "#features/imports/contract.ts";
import { type Column, levelOf, levels } from "#features/imports/planning/columns.ts";
import {
  isDay,
  isDistinct,
  isMonths,
  isNamedMonths,
  isOfType,
  isQuantity,
  isSigned,
} from "#features/imports/planning/content.ts";
import {
  bare,
  fieldsOfTarget,
  isKind,
  isNameless,
  nameOfTarget,
  withoutUnit,
} from "#features/imports/planning/fields.ts";
import { sidesOf } from "#features/imports/planning/sides.ts";
import { isWeekday } from "#platform/reading/days.ts";
import { moneyIn, moneyOut, says } from "#features/imports/programs/spoken.ts";
import { readingsOf } from "#features/imports/planning/meanings.ts";
import type { Export, Program } from "#features/imports/programs/program.ts";
import { type RecordKind, recordKinds } from "#features/records/contract.ts";
import { kindNames } from "#features/records/fields/fields.ts";

export type Found = { program: Program; export: Export };

export function exportsOf(columns: readonly Column[], programs: readonly Program[]): Found[] {
  const headings = new Set(columns.map(({ heading }) => bare(heading)));
  const sizeOf = (one: Export): number =>
    Math.max(
      0,
      ...one.headings.filter((set) => set.every((heading) => headings.has(heading))).map((set) => set.length),
    );
  const found = programs
    .flatMap((program) => program.exports.map((each) => ({ program, export: each, size: sizeOf(each) })))
    .filter((one) => one.size > 0 && !isContradicted(one.export, columns));
  const most = Math.max(0, ...found.map(({ size }) => size));
  return found.filter(({ size }) => size === most);
}

/** Whether a column says of all lines that they are other documents: "Sales Invoice" in what has the headings of bills. */
function isContradicted({ fields, words, leaves = [] }: Export, columns: readonly Column[]): boolean {
  const known = Object.keys(words?.["document"] ?? {});
  const column = columns.find(({ heading }) => fields[bare(heading)] === "document");
  const said = column?.values?.map(({ value }) => bare(value)).filter((value) => value !== "") ?? [];
  const all = new Set([...known, ...leaves.flatMap((one) => one.words)]);
  return known.length > 0 && said.length > 0 && said.every((value) => !all.has(value));
}

export type Ranked = {
  target: Target;
  score: number;
  identity: number;
  /** Its score if nothing spoke against it: enough to be asked about. */
  claim: number;
};

/** Amounts with signs, or in columns of their own; and months that several lines share. */
const [signs, months] = ["signs", "months"];

const perFileName = 1;
const asFigures = 2;
/** Below this, a file is about anything. */
const leastScore = 0.6;
/** Another target that is this close could be meant as well. */
const closeShare = 0.7;
/** A kind with a smaller share of what identifies it is not taken without a question. */
const leastIdentity = 0.65;

/** What identifies a kind: of each group, one field. A group that stands twice counts twice. */
const identities: Record<RecordKind, readonly (readonly string[])[]> = {
  customers: [["name"], ["email", "phone", "segment", "status", "since", "lastContactOn", "usage30", "ownerName"]],
  vendors: [["name"], ["email", "category", "yearlyBudget", "status"]],
  deals: [["name"], ["stage", "probability"], ["amount"], ["openedOn", "expectedCloseOn", "closedOn"]],
  invoices: [
    ["number"],
    ["customerName", "vendorName"],
    ["issuedOn", "dueOn"],
    ["amount", "openAmount"],
    ["customerName", "vendorName", "dueOn", "openAmount", "status"],
  ],
  contracts: [
    ["title"],
    ["startsOn", "endsOn", "signedOn"],
    ["customerName", "vendorName", "kind"],
    ["noticeDays", "autoRenews", "renewalMonths", "yearlyValue", "endsOn"],
  ],
  subscriptions: [["name"], ["amount"], ["interval", "renewsOn", "seats", "cancelledOn"]],
  tickets: [["number", "title"], ["title", "detail"], ["openedOn"], ["status", "priority"]],
  people: [
    ["name", "+name"],
    ["role", "team"],
    ["startedOn", "endedOn", "monthlyCost", "managerName"],
  ],
  // Taken beside people: a file of pay names them.
  pay: [],
  bankAccounts: [["name", "number"], ["balance"], ["bank", "balanceOn", "number"]],
  transactions: [
    ["bookedOn"],
    ["amount", "+amount"],
    ["description", "counterparty"],
    ["balance", signs],
    ["balance", signs],
  ],
  ledger: [["account"], [months], [months], ["type", "budget"], ["actual", "budget"]],
  // Any table can be one: it is what no other kind is.
  entries: [],
  payments: [["paidOn"], ["type"], ["amount"], ["fee", "net", "type"], ["fee", "net", "reference", "customerName"]],
};

/** Whether one column is called money out and another one money in. */
function isInAndOut(filled: readonly Column[]): boolean {
  // "Green in (kg)" is no money.
  const isMoney = ({ heading }: Column): boolean =>
    withoutUnit(heading) === heading || currencyIn(heading, currencies) !== null;
  const ways = filled
    .filter((column) => isQuantity(column) && isMoney(column))
    .map(({ heading }) => [says(heading, moneyOut), says(heading, moneyIn)]);
  return ways.some(([out, into]) => out && !into) && ways.some(([out, into]) => into && !out);
}

/** The share of what identifies a kind that the file has, by headings or by the only column of its type. */
function identityOf(kind: RecordKind, filled: readonly Column[], { byType = true } = {}): number {
  const fields = fieldsOfTarget(kind);
  const known = new Set(
    fields.filter((field) => filled.some((column) => levelOf(field, column) >= levels.alias)).map(({ name }) => name),
  );
  if (kind === "transactions" && isInAndOut(filled)) known.add("+amount");
  const unnamed = filled.filter((column) => fields.every((field) => levelOf(field, column) < levels.alias));
  const has = (name: string): number => {
    if (name === signs)
      return known.has("+amount") || filled.some((column) => isSigned(column) || sidesOf(column) !== null) ? 1 : 0;
    if (name === months)
      return filled.some((column) => (isMonths(column) || isNamedMonths(column)) && !isDistinct(column)) ? 1 : 0;
    if (known.has(name)) return 1;
    const field = fields.find((one) => one.name === name);
    return byType && field && unnamed.filter((column) => isOfType(field, column)).length === 1 ? 0.5 : 0;
  };
  const groups = identities[kind].map((group) => Math.max(...group.map(has)));
  return groups.reduce((sum, share) => sum + share, 0) / groups.length;
}

/** Whether the headings alone say that a table is of a kind. */
export const isNamedKind = ({ target, score }: Ranked, columns: readonly Column[]): boolean => {
  const filled = columns.filter((column) => column.filled > 0);
  return score >= leastScore && isKind(target) && identityOf(target, filled, { byType: false }) >= leastIdentity;
};

/** A list of parties names each of them once; quotes, jobs and orders name them again and again. */
function namesRepeat(kind: RecordKind, filled: readonly Column[]): boolean {
  const field = fieldsOfTarget(kind).find(({ name }) => name === "name");
  const named = filled.filter((column) => field && levelOf(field, column) >= levels.alias);
  return named.length > 0 && named.every((column) => !isDistinct(column));
}

const rankedKinds = recordKinds.filter((kind) => identities[kind].length > 0);

/** The targets by how well their fields explain the headings and the cells, best first. */
export function rankTargets(columns: readonly Column[], fileName: string): Ranked[] {
  const filled = columns.filter((column) => column.filled > 0);
  const name = bare(fileName.replace(/\.[a-z]+$/i, ""));
  const levelsOf = filled.map((column) =>
    rankedKinds.map((kind) => Math.max(...fieldsOfTarget(kind).map((field) => levelOf(field, column)))),
  );
  // Who has a stage is a deal.
  const hasStage = filled.some(({ heading }) =>
    readingsOf(heading).some((one) => /\b(?:stage|deal|probability)\b/.test(one)),
  );
  // What falls due is owed: no deal yet to be won.
  const hasDue = filled.some(({ heading }) => readingsOf(heading).some((one) => /\bdue\b/.test(one)));
  const isFlow = isInAndOut(filled);
  const isParty = (kind: RecordKind) => kind === "customers" || kind === "vendors";
  const ranked: Ranked[] = rankedKinds.map((kind, at) => {
    let score = 0;
    for (const each of levelsOf) {
      const level = each[at] ?? 0;
      if (level < levels.alias) continue;
      // A heading that few kinds know says more.
      const others = each.filter((other) => other >= levels.alias).length;
      score += (level === levels.name ? 1.5 : 1) / others;
    }
    if (kind === "transactions" && isFlow) score += 1;
    const { one, many } = kindNames[kind];
    if (name.includes(bare(one)) || name.includes(bare(many))) score += perFileName;
    const isOther = (isParty(kind) && hasStage) || (kind === "deals" && hasDue);
    const claimed = identityOf(kind, filled) * (isOther ? 0.6 : 1);
    const identity = claimed * (isParty(kind) && namesRepeat(kind, filled) ? 0.6 : 1);
    return { target: kind, score: score * identity ** 2, identity, claim: score * claimed ** 2 };
  });
  const figures = shareOfFigures(filled);
  const score = asFigures * figures;
  if (figures > 0) ranked.push({ target: "figures", score, identity: figures, claim: score });
  // Several figures of each month may be the accounts of a ledger: neither is taken without a question.
  if (figures > 0 && filled.some(({ format }) => format.months === true) && filled.filter(isQuantity).length > 1)
    for (const one of ranked) if (one.target === "ledger") one.claim = Math.max(one.claim, score);
  return ranked.toSorted((one, other) => other.score - one.score || other.identity - one.identity);
}

const records = /\b(?:invoice|customer|vendor|email|phone|person|first|requester|ticket|deal|contract)\b/;
/** Weekdays and notes beside a day's figures. */
const isRemark = ({ heading, values }: Column): boolean =>
  readingsOf(heading).includes("notes") || (values?.every(({ value }) => isWeekday(value)) ?? false);
const transactionTexts = fieldsOfTarget("transactions").filter(({ name }) =>
  ["description", "counterparty", "reference"].includes(name),
);

/** How much a table is one of daily figures: one line a day, numbers, and few texts that repeat. */
function shareOfFigures(filled: readonly Column[]): number {
  const days = filled.filter(isDay);
  const numbers = filled.filter(isQuantity);
  const texts = filled.filter((column) => !isDay(column) && !isQuantity(column) && !isRemark(column));
  const [day] = days;
  // Who and which tell lines apart that are no days.
  const isOfOne = filled.some(
    ({ heading, format }) => format.type === "email" || readingsOf(heading).some((one) => records.test(one)),
  );
  if (isOfOne) return 0;
  if (!day || days.length > 1 || numbers.length === 0) return 0;
  if (texts.some((column) => transactionTexts.some((field) => levelOf(field, column) >= levels.alias))) return 0;
  const isAtMost = (most: number) =>
    texts.every((column) => column.values !== null && column.values.length <= most && !isDistinct(column));
  const ofTexts = texts.length === 0 ? 1 : numbers.length > 1 && isAtMost(7) ? 0.6 : isAtMost(31) ? 0.5 : 0;
  // A bank has an amount and a balance; a till has returns and fees below 0 among many other sums.
  const mayBeBank = numbers.some(isSigned) && (texts.length > 0 || numbers.length < 4);
  return ofTexts * (isDistinct(day) ? 1 : numbers.length > 1 ? 0.7 : 0.6) * (mayBeBank ? 0.6 : 1);
}

/** The target the file leaves no doubt about, or those between which a person must choose. */
export function chooseTarget(ranked: readonly Ranked[]): Target | Target[] {
  const [first, second] = ranked;
  // A line a day with nothing but numbers is no list of payments or deals.
  if (first?.target === "figures" && first.identity === 1) return "figures";
  if (!first || first.score < leastScore) return ranked.map(({ target }) => target);
  const close = ranked.filter(({ claim }) => claim >= first.score * closeShare);
  const isSure = first.identity >= leastIdentity && !(second && close.length > 1);
  return isSure ? first.target : close.map(({ target }) => target);
}

/** The names of other figures in a table of days: one for each column of numbers. */
export const needsFigureName = (heading: string): boolean => isNameless(heading);

/** What the rows are: "QuickBooks Online invoices", "Invoices". */
export function titleOf(target: Target, found: Found | null): string {
  if (found) return `${found.program.label} ${found.export.label}`;
  const name = nameOfTarget(target);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The currency that a heading or a file's name says: "Amount (EUR)", "Betrag in €". */
export function currencyIn(text: string, known: readonly string[]): string | null {
  const code = /(?<![A-Z])([A-Z]{3})(?![A-Za-z])/.exec(text)?.[1];
  if (code && known.includes(code)) return code;
  const sign = (
    [
      ["€", "EUR"],
      ["£", "GBP"],
      ["₹", "INR"],
    ] as const
  ).find(([mark]) => text.includes(mark));
  return sign?.[1] ?? null;
}
