import type { RunSession } from "#agency/skill.ts";
import { exploreHref, figureUnitOf, type Query, type QueryResult } from "#contract/query.ts";
import type { Currency } from "#contract/words.ts";
import * as accounts from "#features/accounts/store.ts";
import { type Amount, answerOf, type Compared } from "#features/conversations/queries/composed/budget/lines.ts";
import { comparedMonths, type Months } from "#features/conversations/queries/composed/budget/months.ts";
import type { Budgets, Plannable, Planned } from "#features/conversations/queries/composed/composed.ts";
import { ledgerTerm } from "#features/conversations/queries/composed/reading/budget.ts";
import { type Reply, replyOf } from "#features/conversations/replies/reply.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { runQueries } from "#features/explore/skills.ts";
import * as explore from "#features/explore/store.ts";
import type { Tx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

const isCostType = ["cost of sales", "expense", "other expense"];
const isIncomeType = ["income", "other income"];

/** What has a budget in this company: accounts of the ledger, or where it has none, figures with another of their name. */
export async function plannable(tx: Tx): Promise<Plannable[]> {
  const all = await explore.subjects(tx, { withRelated: true });
  const found: Plannable[] = [];
  for (const types of [isIncomeType, isCostType]) {
    const known = { field: "budget", test: "known" as const, values: [] };
    const { budget } = ledgerTerm([{ field: "type", test: "is", values: types }, known]);
    const by = { ...budget, groupBy: { field: "account", unit: null }, limit: 200 };
    const { result } = await explore.run(tx, by);
    for (const { key } of result.groups ?? [])
      if (key !== null)
        found.push({
          name: key,
          isCost: types === isCostType,
          ...ledgerTerm([
            { field: "type", test: "is", values: types },
            { field: "account", test: "is", values: [key] },
          ]),
        });
  }
  if (found.length > 0) return found;
  const names = all.find(({ id }) => id === "figures")?.fields.find(({ name }) => name === "name")?.choices ?? [];
  return names.flatMap(({ value, label }) => {
    const budget = names.find((one) => beside(one.value) === value);
    return budget
      ? [{ name: label, isCost: costly.test(value), actual: figureOf(value), budget: figureOf(budget.value) }]
      : [];
  });
}

const costly = /cost|expense|spend|wage|payroll|salar|hours/;
/** The figure that another is the budget of; null for a figure of its own. */
const beside = (figure: string): string | null =>
  /^(?:(.+)_(?:budget|plan|target)|(?:budgeted|budget|planned|target)_(.+))$/.exec(figure)?.slice(1).find(Boolean) ??
  null;

const figureOf = (name: string): Query => ({
  ...ledgerTerm([{ field: "name", test: "is", values: [name] }]).actual,
  subject: "figures",
  measure: { of: "sum", field: null },
});

/** Answers with amounts beside their budgets, month by month as far as both are known. */
export async function runBudgets(session: RunSession, asked: Budgets): Promise<Reply> {
  const [first] = asked.items;
  const [term] = first?.terms ?? [];
  if (!term) throw new Error("Nothing is set beside its budget.");
  const { today } = todayOf(session.ctx);
  const fiscalYearStart = await read(session.ctx, accounts.fiscalYearStart);
  const run = async (queries: readonly Query[]): Promise<QueryResult[]> => {
    const all = await session.use(runQueries, [...queries]);
    return all.map(({ result, origins }) => {
      session.reads(...origins);
      return result;
    });
  };
  const [actual, budget] = (await run([term.actual, term.budget].map(recorded))).map(
    ({ groups }) => new Set((groups ?? []).flatMap(({ key, rows }) => (rows > 0 && key !== null ? [key] : []))),
  );
  if (!actual || !budget) throw new Error("Two queries have two results.");
  const months = comparedMonths(asked, { actual, budget }, { today, fiscalYearStart });
  if (typeof months === "string") return replyOf(false, [`I can't answer this. ${months}`]);
  const compared: Compared[] = [];
  for (const item of asked.items) compared.push(await amountsOf(item, asked.by, months, run));
  const lacking = compared.find(({ amounts }) => amounts.length === 0);
  if (lacking)
    return replyOf(false, [`I can't answer this. No budget is recorded for ${lacking.item.name} in ${months.label}.`]);
  return answerOf(asked, months, compared);
}

/** The months that have any amount: of the whole ledger, where an account without one had none. */
function recorded(of: Query): Query {
  const isLedger = of.subject === "ledger";
  const known = { field: of.measure.field ?? "", test: "known" as const, values: [] };
  return {
    ...of,
    filters: isLedger ? [known] : of.filters,
    measure: { of: "count", field: null },
    groupBy: { field: isLedger ? "month" : "day", unit: "month" },
    limit: 200,
  };
}

/** The amounts of a thing by month or by a field; none if it has no budget in these months. */
async function amountsOf(
  item: Planned,
  by: Budgets["by"],
  months: Months,
  run: (queries: readonly Query[]) => Promise<QueryResult[]>,
): Promise<Compared> {
  const period = { kind: "between" as const, from: months.from, to: months.to };
  const isByField = by !== null && by !== "month";
  const found = new Map<string, Amount>();
  let currency: Currency | null = null;
  let unit: QueryResult["unit"] = "money";
  let hasBudget = false;
  const leftOut = new Set<Currency>();
  for (const { sign, ...term } of item.terms) {
    const day = term.actual.subject === "ledger" ? "month" : "day";
    const groupBy = isByField ? { field: by, unit: null } : { field: day, unit: "month" as const };
    for (const side of ["actual", "budget"] as const) {
      const [result] = await run([{ ...term[side], period, groupBy, limit: 200 }]);
      if (!result) continue;
      ({ currency, unit } = result);
      for (const other of result.leftOut) leftOut.add(other.currency);
      for (const { key, label, value } of result.groups ?? []) {
        if (key === null || value === null || (!isByField && !months.all.includes(key))) continue;
        const one = found.get(key) ?? { name: label, actual: 0, budget: 0 };
        hasBudget ||= side === "budget";
        found.set(key, { ...one, [side]: one[side] + sign * value });
      }
    }
  }
  const all = [...found].toSorted(([one], [other]) => one.localeCompare(other)).map(([, amount]) => amount);
  const [term] = item.terms;
  const hrefOf = (side: "actual" | "budget") => exploreHref({ ...(term?.[side] as Query), period });
  return {
    item,
    amounts: hasBudget ? all : [],
    unit: figureUnitOf(unit),
    currency,
    hrefs: { actual: hrefOf("actual"), budget: hrefOf("budget") },
    leftOut: [...leftOut],
  };
}
