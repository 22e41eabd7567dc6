import { monthNames, monthNumber } from "#contract/months.ts";
import type { CompanyDetails } from "#features/setup/company/contract.ts";

type DatedText = Pick<CompanyDetails["targets"][number], "text" | "date">;
type Period = CompanyDetails["targets"][number]["period"];

const monthPattern = new RegExp(`\\b(?:in|for|during) (?:the month of )?${monthNames}\\b(?! \\d{1,2}\\b)`, "i");
/** A period, its length in months, and the words that name it. */
const periods = [
  ["quarter", 3, /\bQ[1-4]\b|\b(?:first|second|third|fourth|this|next|end of (?:the )?) ?quarter\b/i],
  ["half-year", 6, /\bH[12]\b/i],
  ["year", 12, /\b(?:this|next|end of (?:the )?) ?year\b|\byear[- ]end\b|\bEOY\b/i],
  ["year", 12, /\b(?:by|in|for|during|of|until|before)(?: the)?(?: end of)?(?: the)?(?: year)? 20\d\d\b/i],
  ["month", 1, /\b(?:this|next|end of (?:the )?) ?month\b/i],
] as const;

/** The period a goal's text names, such as "in March" or "by the end of 2027"; null if none ends on its date. */
export function periodNamed({ text, date }: DatedText): Period {
  if (date === null) return null;
  const month = Number(date.slice(5, 7));
  const named = monthPattern.exec(text)?.[1];
  if (named !== undefined) return monthNumber(named.toLowerCase()) === month ? "month" : null;
  return periods.find(([, months, words]) => month % months === 0 && words.test(text))?.[0] ?? null;
}
