import { stem } from "../stem.ts";
import { fillers } from "../words.ts";
import type { Draft } from "./draft.ts";
import { exclusionWord } from "./filters.ts";
import { fieldIn } from "./lexicon.ts";
import type { Sentence } from "./sentence.ts";
import { terms } from "./terms.ts";

/** The words of a question that were not understood, once everything else was taken. */
export function unusedIn({ sentence, subject }: Draft): string[] {
  // Other names of the same rows.
  for (const other of terms) if (other.subject === subject.id) sentence.take(other.words, { exact: true });
  if (fieldIn(subject, ["agent", "role"])) sentence.take("agent, executive");
  if (fieldIn(subject, ["customerName"])) sentence.take("customer, client");
  if (fieldIn(subject, ["vendorName"])) sentence.take("vendor, supplier");
  sentence.take("compared with, compared to, versus, vs, on average, in total, altogether");
  return sentence
    .rest()
    .filter((word) => word.length > 1 && !fillers.has(word) && !structural.has(stem(word)) && !/^\d{1,3}$/.test(word));
}

const structural: ReadonlySet<string> = new Set(
  "top best worst biggest largest highest lowest smallest which each every per by list compare come comes bring brought made has have got total sum number count value worth amount average mean median typical open currently present there record entry item size money bring in us myself put take took run ran need want happen go went do work serve sell who score rate ours whole entire so far"
    .split(" ")
    .map(stem),
);

/** An exclusion that the query cannot express: "without rent". */
export function unmetExclusion(sentence: Sentence): string | null {
  const found = sentence.find(exclusionWord);
  if (!found) return null;
  sentence.use(found);
  const next = sentence.find("a, an, any, the, our", { from: found.at + 1 });
  const noun = next?.at === found.at + 1 ? next.at + 1 : found.at + 1;
  const length = fillers.has(sentence.at(noun + 1) ?? "a") ? 1 : 2;
  sentence.use({ at: noun, length });
  return sentence.words(found.at, noun + length);
}
