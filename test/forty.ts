import type { AgentRoleId } from "#contract/roles.ts";
import type { DecisionTypeId } from "#features/decisions/contract.ts";

/** A resolved forecast: who made it, for which type, the claim, the locked base rate, and whether it came true. */
export type Resolved = readonly [AgentRoleId, DecisionTypeId, probability: number, base: number | null, held: boolean];

export const forty: readonly Resolved[] = [
  ["CFO", "investment_evaluation", 0.55, 0.4, false],
  ["CFO", "investment_evaluation", 0.5, null, false],
  ["CFO", "investment_evaluation", 0.8, 0.4, false],
  ["CFO", "investment_evaluation", 0.12, null, false],
  ["CFO", "investment_evaluation", 0.35, null, false],
  ["CFO", "investment_evaluation", 0.45, 0.8, false],
  ["CFO", "investment_evaluation", 0.05, 0.6667, false],
  ["CFO", "investment_evaluation", 0.35, null, true],
  ["CFO", "investment_evaluation", 0.3, 0.5, false],
  ["CFO", "investment_evaluation", 1, null, true],
  ["CFO", "investment_evaluation", 0.25, 0.4, true],
  ["CFO", "investment_evaluation", 1, null, true],
  ["CFO", "expense_approval", 0.45, 0.5, true],
  ["CFO", "expense_approval", 0.45, null, false],
  ["CFO", "expense_approval", 0.5, null, false],
  ["CFO", "expense_approval", 0.4, 0.5, false],
  ["CFO", "expense_approval", 0.25, 0.5, false],
  ["CFO", "expense_approval", 0.85, 0.4, true],
  ["CFO", "expense_approval", 0.9, 0.8, true],
  ["CFO", "expense_approval", 0.05, 0.5, false],
  ["CFO", "expense_approval", 0.2, null, false],
  ["CFO", "expense_approval", 0.6, 0.5, true],
  ["CFO", "expense_approval", 0.7, 0.5, false],
  ["Sales", "lead_qualification", 0.35, 0.4, false],
  ["Sales", "lead_qualification", 0.8, null, true],
  ["Sales", "lead_qualification", 1, 0.6667, true],
  ["Sales", "lead_qualification", 0.5, 0.5, true],
  ["Sales", "lead_qualification", 0.45, 0.6667, false],
  ["Sales", "lead_qualification", 0.95, 0.6667, true],
  ["Sales", "lead_qualification", 0.85, null, true],
  ["Sales", "lead_qualification", 0.25, null, false],
  ["Sales", "lead_qualification", 0.4, null, true],
  ["Sales", "lead_qualification", 0.7525, 0.6667, true],
  ["Sales", "discount_request", 0.45, 0.5, false],
  ["Sales", "discount_request", 0.85, 0.4, false],
  ["Sales", "discount_request", 0.45, null, true],
  ["Sales", "discount_request", 0.5, 0.6667, false],
  ["Sales", "discount_request", 0.2, null, false],
  ["Sales", "discount_request", 0.45, 0.8, false],
  ["Sales", "discount_request", 0.35, 0.5, true],
];

/** What comes of them, in exact fractions: worked out forecast by forecast, without sums kept on the way. */
export type Expected = {
  resolved: number;
  held: number;
  brier: string;
  baseBrier: string;
  skill: string;
  accuracy: string;
  /** From, number, average claim, share that came true. */
  bins: readonly (readonly [number, number, string, string])[];
};

export const expected: Record<string, Expected> = {
  all: {
    resolved: 40,
    held: 17,
    brier: "242501/1280000",
    baseBrier: "242600845147/882000000000",
    skill: "151004999669/485201690294",
    accuracy: "15905167249075/242600845147",
    bins: [
      [0.0, 2, "1/20", "0/1"],
      [0.1, 1, "3/25", "0/1"],
      [0.2, 5, "23/100", "1/5"],
      [0.3, 5, "17/50", "2/5"],
      [0.4, 9, "79/180", "1/3"],
      [0.5, 5, "51/100", "1/5"],
      [0.6, 1, "3/5", "1/1"],
      [0.7, 2, "581/800", "1/2"],
      [0.8, 5, "83/100", "3/5"],
      [0.9, 5, "97/100", "1/1"],
    ],
  },
  CFO: {
    resolved: 23,
    held: 8,
    brier: "43119/230000",
    baseBrier: "29699745561/112700000000",
    skill: "952381729/3299971729",
    accuracy: "212617672900/3299971729",
    bins: [
      [0.0, 2, "1/20", "0/1"],
      [0.1, 1, "3/25", "0/1"],
      [0.2, 3, "7/30", "1/3"],
      [0.3, 3, "1/3", "1/3"],
      [0.4, 4, "7/16", "1/4"],
      [0.5, 3, "31/60", "0/1"],
      [0.6, 1, "3/5", "1/1"],
      [0.7, 1, "7/10", "0/1"],
      [0.8, 2, "33/40", "1/2"],
      [0.9, 3, "29/30", "1/1"],
    ],
  },
  Sales: {
    resolved: 17,
    held: 9,
    brier: "522601/2720000",
    baseBrier: "889404001/3060000000",
    skill: "301477876/889404001",
    accuracy: "59544093850/889404001",
    bins: [
      [0.2, 2, "9/40", "0/1"],
      [0.3, 2, "7/20", "1/2"],
      [0.4, 5, "11/25", "2/5"],
      [0.5, 2, "1/2", "1/2"],
      [0.7, 1, "301/400", "1/1"],
      [0.8, 3, "5/6", "2/3"],
      [0.9, 2, "39/40", "1/1"],
    ],
  },
  investment_evaluation: {
    resolved: 12,
    held: 4,
    brier: "4349/20000",
    baseBrier: "19470995561/58800000000",
    skill: "6684935561/19470995561",
    accuracy: "1307796556100/19470995561",
    bins: [
      [0.0, 1, "1/20", "0/1"],
      [0.1, 1, "3/25", "0/1"],
      [0.2, 1, "1/4", "1/1"],
      [0.3, 3, "1/3", "1/3"],
      [0.4, 1, "9/20", "0/1"],
      [0.5, 2, "21/40", "0/1"],
      [0.8, 1, "4/5", "0/1"],
      [0.9, 2, "1/1", "1/1"],
    ],
  },
  expense_approval: {
    resolved: 11,
    held: 4,
    brier: "681/4400",
    baseBrier: "167/880",
    skill: "154/835",
    accuracy: "9890/167",
    bins: [
      [0.0, 1, "1/20", "0/1"],
      [0.2, 2, "9/40", "0/1"],
      [0.4, 3, "13/30", "1/3"],
      [0.5, 1, "1/2", "0/1"],
      [0.6, 1, "3/5", "1/1"],
      [0.7, 1, "7/10", "0/1"],
      [0.8, 1, "17/20", "1/1"],
      [0.9, 1, "9/10", "1/1"],
    ],
  },
  lead_qualification: {
    resolved: 10,
    held: 7,
    brier: "179801/1600000",
    baseBrier: "57693889/250000000",
    skill: "118399931/230775556",
    accuracy: "8729387175/115387778",
    bins: [
      [0.2, 1, "1/4", "0/1"],
      [0.3, 1, "7/20", "0/1"],
      [0.4, 2, "17/40", "1/2"],
      [0.5, 1, "1/2", "1/1"],
      [0.7, 1, "301/400", "1/1"],
      [0.8, 2, "33/40", "1/1"],
      [0.9, 2, "39/40", "1/1"],
    ],
  },
  discount_request: {
    resolved: 7,
    held: 2,
    brier: "857/2800",
    baseBrier: "338577143/900000000",
    skill: "441790001/2370040001",
    accuracy: "140591500100/2370040001",
    bins: [
      [0.2, 1, "1/5", "0/1"],
      [0.3, 1, "7/20", "1/1"],
      [0.4, 3, "9/20", "1/3"],
      [0.5, 1, "1/2", "0/1"],
      [0.8, 1, "17/20", "0/1"],
    ],
  },
};

/** "3/4" as 0.75. */
export function fraction(text: string): number {
  const [over = 0, under = 1] = text.split("/").map(Number);
  return over / under;
}
