const undoHours = 24;

/** Takes the moment of a reset, gives the one until which it can be undone. */
export const keptUntil = (resetAt: Date): Date => new Date(resetAt.getTime() + undoHours * 3_600_000);

type Kept = { keptUntil: Date; undoneAt: Date | null; currency: string; decisions: number };
type Standing = { now: Date; agents: number; decisions: number; currency: string };

const count = (amount: number, what: string): string => `${amount} ${what}${amount === 1 ? "" : "s"}`;

/** Takes a reset, or null without one, and how the company stands now; gives the sentence that refuses its undoing, or null. */
export function undoFault(reset: Kept | null, company: Standing): string | null {
  if (!reset) return "There is no reset to undo. A reset can be undone for 24 hours.";
  if (reset.undoneAt) return "This reset was undone already.";
  if (reset.keptUntil <= company.now) return "This reset cannot be undone any more: 24 hours have passed.";
  if (company.agents > 0) {
    const made = count(company.agents, "executive");
    const decided = company.decisions > 0 ? ` and ${count(company.decisions, "decision")}` : "";
    const stand = company.agents + company.decisions === 1 ? "stands" : "stand";
    return `The company was set up anew: ${made}${decided} ${stand} in the way. Reset the data again, then undo this earlier reset.`;
  }
  if (reset.decisions > 0 && reset.currency !== company.currency)
    return `These decisions were made in ${reset.currency}, the company now counts in ${company.currency}. Change the currency back first.`;
  return null;
}
