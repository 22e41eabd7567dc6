import { addDays } from "#contract/days.ts";
import { digitsInName } from "#features/records/kinds/kind.ts";

/** A bank account as recorded. Amounts are in cents. */
export type Account = {
  id: string;
  name: string;
  key: string;
  number: string | null;
  currency: string;
  isOpen: boolean;
  balance: number | null;
  balanceOn: string | null;
};
/**
 * The transactions of an account on a day. `ends`: the balances of that day with which no other of its transactions
 * began, so one of them is its last.
 */
export type AccountDay = {
  /** In lower case, and as written. */
  account: string;
  name: string;
  currency: string;
  day: string;
  sum: number;
  /** How many there are, and how many have a balance. */
  count: number;
  known: number;
  ends: readonly number[];
};

/** Ten years of daily balances. */
const mostDays = 3_660;

export type Balance = {
  id: string | null;
  name: string;
  isOpen: boolean;
  value: number | null;
  day: string | null;
};
export type Cash = {
  currency: string;
  days: { day: string; value: number }[];
  unknown: string[];
  accounts: Balance[];
};

/**
 * Which recorded account a transaction's name refers to: its name or last digits; without a name the only one. Unclear if
 * several accounts of these digits have transactions.
 */
function accountOf(
  accounts: readonly Account[],
  name: string,
  currency: string,
  names: readonly string[],
): Account | "unclear" | null {
  const same = accounts.filter((account) => account.currency === currency);
  const byName = same.find(({ key }) => key === name);
  if (byName) return byName;
  const digits = digitsInName(name);
  const byNumber = digits ? same.filter(({ number, key }) => number?.endsWith(digits) && !isWhole(key)) : [];
  const isLike = (other: string) => isWhole(other) && other !== name && digitsInName(other) === digits;
  if (byNumber.length === 1) return isWhole(name) && names.some(isLike) ? "unclear" : (byNumber[0] ?? null);
  return name === "" && same.length === 1 ? (same[0] ?? null) : null;
}

/** Whether a name was made of a whole number. */
const isWhole = (name: string): boolean => /\([a-z]{3}\)$/.test(name);

type Known = { day: string; value: number };

/** The balance at the end of each day with a transaction or a recorded balance, from the first day it is known. */
export function balancesOf(
  days: readonly AccountDay[],
  recorded: Known | null,
): { ends: Known[]; before: number } | null {
  const sums = new Map<string, AccountDay>(days.map((one) => [one.day, one]));
  const all = [...new Set([...sums.keys(), ...(recorded ? [recorded.day] : [])])].sort();
  const values = new Map<string, number>();
  let last: number | null = null;
  for (const day of all) {
    const { sum = 0, count = 0, known = 0, ends = [] } = sums.get(day) ?? {};
    const carried: number | null = last === null ? null : last + sum;
    const isClear = ends.length === 1 && (known === count || known === 1);
    if (recorded?.day === day) last = recorded.value;
    else if (isClear) last = ends[0] ?? carried;
    else last = carried;
    if (last !== null) values.set(day, last);
  }
  const first = all.find((day) => values.has(day));
  if (first === undefined) return null;
  // Backwards from the first known day, as every later balance follows from the one before.
  let value = values.get(first) ?? 0;
  for (const day of all.slice(0, all.indexOf(first) + 1).toReversed()) {
    values.set(day, value);
    value -= sums.get(day)?.sum ?? 0;
  }
  return { ends: all.map((day) => ({ day, value: values.get(day) ?? 0 })), before: value };
}

/**
 * Cash by currency: the sum of all accounts on each day, which keep their last balance on days without transactions. It
 * begins when all of them are known; an account that began with nothing is known before. Closed accounts count up to their
 * last day. With an account of which no balance is known there is no sum.
 */
export function cashOf(accounts: readonly Account[], days: readonly AccountDay[]): Cash[] {
  const groups = new Map<string, { name: string; account: Account | null; currency: string; days: AccountDay[] }>();
  for (const account of accounts)
    groups.set(`${account.currency} ${account.key}`, {
      name: account.name,
      account,
      currency: account.currency,
      days: [],
    });
  const names = [...new Set(days.map((one) => one.account))];
  const unclear = new Set<string>();
  for (const one of days) {
    const found = accountOf(accounts, one.account, one.currency, names);
    const account = found === "unclear" ? null : found;
    if (found === "unclear") unclear.add(one.name);
    const name = account?.name ?? one.name;
    const key = `${one.currency} ${account?.key ?? one.account}`;
    const group = groups.get(key) ?? { name, account, currency: one.currency, days: [] };
    group.days.push(one);
    groups.set(key, group);
  }
  return [...Map.groupBy(groups.values(), ({ currency }) => currency)].map(([currency, all]) => {
    const lines = all.map(({ account, days: own, name }) => {
      const { balance = null, balanceOn = null, isOpen = true } = account ?? {};
      const recorded = balance !== null && balanceOn !== null ? { day: balanceOn, value: balance } : null;
      return { id: account?.id ?? null, name, isOpen, line: balancesOf(merged(own), recorded) };
    });
    const unknown = lines
      .filter(({ line, isOpen, name }) => (!line && isOpen) || unclear.has(name))
      .map(({ name }) => name || "the account without a name");
    const latest = lines.map(({ id, name, isOpen, line }): Balance => {
      const last = line?.ends.at(-1);
      return { id, name, isOpen, value: last?.value ?? null, day: last?.day ?? null };
    });
    return {
      currency,
      unknown,
      accounts: latest,
      days: unknown.length > 0 ? [] : summed(lines.flatMap(({ line, isOpen }) => (line ? [{ ...line, isOpen }] : []))),
    };
  });
}

/** An account may be named in two ways: its days are put together. */
function merged(days: readonly AccountDay[]): AccountDay[] {
  return [...Map.groupBy(days, ({ day }) => day).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const total = (of: (one: AccountDay) => number) => same.reduce((sum, one) => sum + of(one), 0);
    return [
      {
        ...first,
        sum: total(({ sum }) => sum),
        count: total(({ count }) => count),
        known: total(({ known }) => known),
        ends: same.length === 1 ? first.ends : [],
      },
    ];
  });
}

function summed(lines: readonly { ends: Known[]; before: number; isOpen: boolean }[]): Known[] {
  const firstOf = ({ ends }: { ends: Known[] }): string => ends[0]?.day ?? "";
  const last = lines
    .map(({ ends }) => ends.at(-1)?.day ?? "")
    .sort()
    .at(-1);
  const bounded = lines.filter(({ before }) => before !== 0);
  const start = (bounded.length > 0 ? bounded : lines).map(firstOf).sort();
  const from = bounded.length > 0 ? start.at(-1) : start[0];
  if (!from || !last) return [];
  const earliest = addDays(last, 1 - mostDays);
  const places = lines.map(() => -1);
  const days: Known[] = [];
  for (let day = from; day <= last; day = addDays(day, 1)) {
    let value = 0;
    for (const [at, { ends, before, isOpen }] of lines.entries()) {
      let place = places[at] ?? -1;
      while ((ends[place + 1]?.day ?? "9999") <= day) place += 1;
      places[at] = place;
      const isOver = !isOpen && day > (ends.at(-1)?.day ?? "");
      value += isOver ? 0 : place < 0 ? before : (ends[place]?.value ?? 0);
    }
    if (day >= earliest) days.push({ day, value });
  }
  return days;
}
