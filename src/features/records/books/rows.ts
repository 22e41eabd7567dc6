/** Spend and income of a month (YYYY-MM), from the bank or the ledger. */
export type MonthBooks = { month: string; spent: number; earned: number };

export type Budgeted = { account: string; actual: number; budget: number };

/** A month of profit and loss in one currency; null without such accounts. */
export type ProfitMonth = {
  month: string;
  income: number | null;
  costOfSales: number | null;
  expenses: number | null;
  /** Other income less other expenses. */
  other: number | null;
  profit: number;
};

export type Staff = {
  teams: { team: string | null; people: number; cost: number | null; costed: number }[];
  /** People paid in another currency than the company's. */
  elsewhere: number;
};

/** The fewest people whose cost is told as a sum to those who may not read what one costs. */
export const leastOfSum = 3;

/** Costs of a period in one currency by account of the ledger or category of the bank, largest first. */
export type BookedCosts = {
  from: "ledger" | "bank";
  parts: { name: string | null; amount: number; rows: number }[];
  /** Other currencies with costs in it. */
  elsewhere: string[];
};
