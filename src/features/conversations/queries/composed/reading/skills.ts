import type { Composed } from "../composed.ts";
import { budgetIn } from "./budget.ts";
import { betweenIn } from "./between.ts";
import { clausesIn } from "./clauses.ts";
import type { Reader } from "./read.ts";
import { outcomesIn } from "./outcome.ts";
import { setsIn } from "./sets.ts";
import { sidesIn } from "./sides.ts";
import { dividedIn, valueOf } from "./value.ts";
import { comparativeIn, comparingIn } from "./words.ts";

/** Reads a question that needs several queries; null if it needs one, or if a word of it is in no condition. */
export async function composedIn(question: string, reader: Reader & { isRead: boolean }): Promise<Composed | null> {
  const text = question.replaceAll(/\s+/g, " ").replace(/(?<![?.! ])[?.! ]+$/, "");
  const budgets = await budgetIn(text, reader);
  if (budgets) return budgets;
  const outcomes = await outcomesIn(text, reader);
  if (outcomes) return outcomes;
  const days = await betweenIn(text, reader);
  if (days) return { kind: "compare", parts: [valueOf(days)], asks: null };
  const sides = await sidesIn(text, reader);
  const isYesNo = /^(?:and |so )?(?:is|are|was|were|do|does|did|has|have|had)\b/i.test(text);
  if (sides) return { kind: "compare", parts: sides, asks: isYesNo ? comparativeIn(text) : null };
  if (comparingIn(text)) return null;
  const clauses = await clausesIn(text, reader);
  if (clauses) return { kind: "each", parts: clauses, asks: null };
  const sets = await setsIn(text, reader);
  if (sets) return { ...sets, asks: null };
  const one = await dividedIn(text, reader);
  return one && { kind: "compare", parts: [one], asks: null };
}
