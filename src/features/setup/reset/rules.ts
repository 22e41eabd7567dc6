const undoHours = 24;

export const keptUntil = (resetAt: Date): Date => new Date(resetAt.getTime() + undoHours * 3_600_000);

type UndoableReset = { keptUntil: Date; undoneAt: Date | null; currency: string; decisions: number };
type CompanyState = { now: Date; agents: number; decisions: number; currency: string };

const count = (amount: number, what: string): string => `${amount} ${what}${amount === 1 ? "" : "s"}`;

export function undoError(reset: UndoableReset | null, company: CompanyState): string | null {
  if (!reset) return "There is no reset to undo. Resets can be undone for 24 hours.";
  if (reset.undoneAt) return "This reset was already undone.";
  if (reset.keptUntil <= company.now) return "This reset can no longer be undone: 24 hours have passed.";
  if (company.agents > 0) {
    const newAgents = count(company.agents, "agent");
    const newDecisions = company.decisions > 0 ? ` and ${count(company.decisions, "decision")}` : "";
    return `The company already has ${newAgents}${newDecisions}. Reset the data again, then undo this earlier reset.`;
  }
  if (reset.decisions > 0 && reset.currency !== company.currency)
    return `These decisions are in ${reset.currency}, but the company now uses ${company.currency}. Change the currency back first.`;
  return null;
}

/** Why kept rows that do not fit into their table prevent the undo. */
export const misfitSentence = (table: string, until: string): string =>
  `The reset can't be undone yet: the database refuses its ${table.replaceAll("_", " ")}. Nothing changed. Ask your ` +
  `operator to read the server's log, then try again: the data is kept until ${until}.`;
