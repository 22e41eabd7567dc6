import { addDays } from "#contract/days.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { exploreHref, query, type QueryInput, type QueryResult } from "#contract/query.ts";
import { currency } from "#contract/words.ts";
import type { LedgerRow } from "#features/decisions/ledger/contract.ts";
import * as ledger from "#features/decisions/ledger/store.ts";
import * as accounts from "#features/accounts/service.ts";
import * as people from "#features/accounts/members/store.ts";
import { findCompanyName } from "#features/accounts/store.ts";
import { run } from "#features/explore/store.ts";
import { forecastDaily } from "#features/forecasting/series/forecast.ts";
import { revenueMetric } from "#features/metrics/rules.ts";
import * as metrics from "#features/metrics/store.ts";
import type { BoardPack, PackFigure, PackLink } from "#features/reports/contract.ts";
import * as events from "#features/reports/events.ts";
import {
  chartSpan,
  type FigureLine,
  figureLines,
  type PackSpan,
  packSpan,
  planQueries,
  riskLines,
  spansBefore,
} from "#features/reports/rules.ts";
import * as store from "#features/reports/store.ts";
import { dayIn } from "#platform/clock.ts";
import { type Ctx, mintCompany, person, type Tx } from "#platform/context.ts";
import { readDear, write } from "#platform/db/transaction.ts";
import type { PublicContext } from "#platform/http/route.ts";
import { hashToken, makeToken } from "#platform/http/session.ts";
import { record } from "#platform/journal/record.ts";

/** Days of revenue the forecast is made of, and the days it is about. */
const history = 800;
const ahead = 90;
const mostLinks = 100;
const mostDecisions = 20;

const ask = async (tx: Tx, input: QueryInput): Promise<QueryResult> => (await run(tx, query.parse(input))).result;
type Days = Pick<PackSpan, "from" | "to">;
const between = ({ from, to }: Days) => ({ kind: "between" as const, from, to });

/** A figure without a recorded day is unknown; records that are not there are none. */
const known = ({ subject }: QueryInput, { value, rows }: QueryResult["total"]): number | null =>
  subject === "figures" && rows === 0 ? null : value;

/** A figure of the period; null if there is none of it, now, before or a year ago. */
async function figureOf(
  tx: Tx,
  span: PackSpan,
  { label, queries, plans = [] }: FigureLine,
): Promise<PackFigure | null> {
  const { lastYear, before } = spansBefore(span);
  for (const one of queries) {
    const at = (days: Days) => ask(tx, { ...one, period: between(days) });
    const [now, ...earlier] = [await at(span), await at(lastYear), await at(before)] as const;
    if ([now, ...earlier].every(({ total }) => total.rows === 0)) continue;
    const of = one.measure?.of === "latest" ? "latest" : "sum";
    let plan: number | null = null;
    for (const each of plans.flatMap((name) => planQueries(name, of)))
      plan ??= known(each, (await ask(tx, { ...each, period: between(span) })).total);
    return {
      label,
      unit: now.unit,
      currency: now.currency,
      value: known(one, now.total),
      plan,
      lastYear: known(one, earlier[0].total),
      before: known(one, earlier[1].total),
      href: exploreHref({ ...one, period: between(span) }),
    };
  }
  return null;
}

async function monthsOf(tx: Tx, span: PackSpan): Promise<BoardPack["months"]> {
  for (const one of figureLines[0]?.queries ?? []) {
    const { groups } = await ask(tx, {
      ...one,
      period: between(chartSpan(span)),
      groupBy: { field: "day", unit: "month" },
      order: "first",
    });
    if (groups?.some(({ value }) => value !== null)) return groups.map(({ label, value }) => ({ label, value }));
  }
  return [];
}

/** What revenue comes to after the newest figure, whatever the period: the past is not forecast again. */
async function forecastOf(tx: Tx): Promise<BoardPack["forecast"]> {
  const points = (await metrics.lastDays(tx, revenueMetric, history)).filter((one) => one.currency === tx.currency);
  const series = points.map(({ measurementDate: day, metricValue: value }) => ({ day, value }));
  const { sum, days, last, level, method } = forecastDaily(series, ahead);
  if (!sum || last === null) return null;
  const asked: QueryInput = {
    subject: "figures",
    filters: [{ field: "name", test: "is", values: [revenueMetric] }],
    measure: { of: "sum", field: null },
    groupBy: { field: "day", unit: "month" },
    order: "last",
  };
  const { value, low, high } = sum;
  return {
    currency: currency.parse(tx.currency),
    days: days.length,
    from: addDays(last, 1),
    value,
    low,
    high,
    level,
    method,
    href: exploreHref(asked),
  };
}

/** Discounts are in percent, and heads are people. */
const notMoney = new Set(["none", "discount", "headcount"]);
const amountOf = ({ exposure: { kind, amount } }: Pick<LedgerRow, "exposure">) => ({
  amount: notMoney.has(kind) ? null : amount,
});
const hrefOf = ({ id }: { id: string }): string => `/decisions/${id}`;

async function decisionsOf(tx: Tx, { from, to }: PackSpan): Promise<BoardPack["decisions"]> {
  const { rows } = await ledger.listRows(tx, { from, to, sort: "amount" });
  const { found } = await ledger.summary(tx, { from, to });
  const settled = rows.filter(({ status, isTest }) => status !== "pending" && !isTest);
  return {
    found: found - rows.filter(({ status, isTest }) => status === "pending" && !isTest).length,
    rows: settled.slice(0, mostDecisions).map((row) => ({
      number: row.number,
      title: row.title,
      href: hrefOf(row),
      agent: row.agentName,
      status: row.status,
      by: row.approvedBy ?? row.rejectedBy,
      on: row.settledAt && dayIn(new Date(row.settledAt), tx.timeZone),
      ...amountOf(row),
      outcome: row.outcome,
    })),
  };
}

async function risksOf(tx: Tx): Promise<BoardPack["risks"]> {
  const found = [];
  for (const { label, query: asked } of riskLines) {
    const { total } = await ask(tx, asked);
    if (total.rows === 0) continue;
    const isMoney = ["invoices", "deals", "contracts"].includes(asked.subject);
    const sum = isMoney ? await ask(tx, { ...asked, measure: { of: "sum", field: null } }) : null;
    found.push({
      label,
      count: total.rows,
      unit: sum?.unit ?? ("count" as const),
      currency: sum?.currency ?? null,
      value: sum?.total.value ?? null,
      href: exploreHref(asked),
    });
  }
  return found;
}

async function workforceOf(tx: Tx, span: PackSpan): Promise<BoardPack["workforce"]> {
  const runs: QueryInput = { subject: "runs", period: between(span), groupBy: { field: "agentName" } };
  const [worked, spent, done] = [
    await ask(tx, runs),
    await ask(tx, { ...runs, measure: { of: "sum", field: "cost" } }),
    await ask(tx, {
      subject: "tasks",
      day: "completedOn",
      period: between(span),
      filters: [{ field: "status", test: "is", values: ["completed"] }],
      groupBy: { field: "assignee" },
    }),
  ];
  const by = ({ groups }: QueryResult) => new Map((groups ?? []).map(({ key, value }) => [key, value ?? 0]));
  const [costs, tasks] = [by(spent), by(done)];
  return (worked.groups ?? [])
    .filter(({ key }) => key !== null)
    .map(({ key, label, value, href }) => ({
      agent: label,
      runs: value ?? 0,
      tasks: tasks.get(key) ?? 0,
      costUsd: costs.get(key) ?? 0,
      href,
    }));
}

async function waitingOf(tx: Tx): Promise<BoardPack["waiting"]> {
  const { rows } = await ledger.listRows(tx, { status: "pending", sort: "deadline" });
  return rows
    .filter(({ isTest }) => !isTest)
    .slice(0, mostDecisions)
    .map((row) => ({
      number: row.number,
      title: row.title,
      href: hrefOf(row),
      ...amountOf(row),
      until: dayIn(new Date(row.expiresAt), tx.timeZone),
    }));
}

/** Throws if the period has not begun. */
async function boardPack(tx: Tx, period: string): Promise<BoardPack> {
  const span = packSpan(period);
  const today = dayIn(tx.now, tx.timeZone);
  if (span.from > today) throw new AppError("invalid", `${span.label} has not begun`, { field: "period" });
  const figures = [];
  for (const line of figureLines) figures.push(await figureOf(tx, span, line));
  return {
    companyName: await findCompanyName(tx),
    period,
    ...span,
    asOf: tx.now.toISOString(),
    currency: currency.parse(tx.currency),
    isOpen: span.to >= today,
    figures: figures.filter((one) => one !== null),
    months: await monthsOf(tx, span),
    forecast: await forecastOf(tx),
    decisions: await decisionsOf(tx, span),
    risks: await risksOf(tx),
    workforce: await workforceOf(tx, span),
    waiting: await waitingOf(tx),
  };
}

const toLink = (tx: Tx, row: store.LinkLine): PackLink => ({
  id: row.id,
  period: row.period,
  label: packSpan(row.period).label,
  by: row.by,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  isExpired: row.expiresAt <= tx.now,
  opened: row.opened,
  lastOpenedAt: row.lastOpenedAt?.toISOString() ?? null,
});

export const links = async (tx: Tx): Promise<PackLink[]> =>
  (await store.list(tx, mostLinks)).map((row) => toLink(tx, row));

/** Colleagues are not named outside the company. */
const withoutNames = ({ decisions: { rows, ...more }, ...pack }: BoardPack): BoardPack => ({
  ...pack,
  decisions: {
    ...more,
    rows: rows.map((row) => ({ ...row, by: row.by && row.by !== "policy" ? "a person" : row.by })),
  },
});

const dayMs = 86_400_000;

export async function share(ctx: Ctx, { period, days }: { period: string; days: number }) {
  const shown = withoutNames(await pack(ctx, period));
  return write(ctx, async (tx) => {
    await store.removeExpired(tx, new Date(tx.now.getTime() - 30 * dayMs));
    if ((await store.list(tx, mostLinks)).length >= mostLinks)
      throw new AppError("conflict", `There are ${mostLinks} links. Revoke one first`);
    const token = makeToken();
    const row = { id: crypto.randomUUID(), period, expiresAt: new Date(tx.now.getTime() + days * dayMs) };
    await store.add(tx, { ...row, pack: shown, tokenHash: hashToken(token), createdBy: person(tx).id });
    await record(tx, events.packShared(row));
    const made = (await links(tx)).find(({ id }) => id === row.id);
    if (!made) throw notFound();
    return { link: made, path: `/board#${token}` };
  });
}

export const revoke = (ctx: Ctx, id: string): Promise<{ id: string }> =>
  write(ctx, async (tx) => {
    const row = await store.find(tx, id);
    if (!row || !(await store.remove(tx, id))) throw notFound();
    await record(tx, events.packRevoked(row));
    return { id };
  });

const deadLink = () =>
  new AppError("not_found", "This link does not work any more: it has expired or was revoked. Ask for a new one.");

/** Counts the opening, and shows what was shared. */
export async function open(ctx: PublicContext, token: string): Promise<{ pack: BoardPack; expiresAt: string }> {
  const known = await store.findByToken(ctx.database, hashToken(token));
  if (!known) throw deadLink();
  const bare = accounts.contextOf(ctx, mintCompany(known.companyId), { kind: "system" });
  return write(bare, async (tx) => {
    const row = await store.find(tx, known.id);
    if (!row || row.expiresAt <= tx.now || (await people.closedAt(tx))) throw deadLink();
    if ((await store.countOpening(tx, row.id)) === 1) await record(tx, events.packOpened(row));
    return { pack: row.pack, expiresAt: row.expiresAt.toISOString() };
  });
}

export const pack = (ctx: Ctx, period: string): Promise<BoardPack> => readDear(ctx, (tx) => boardPack(tx, period));
