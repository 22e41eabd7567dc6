import { daysIn } from "#features/brain/answering/values.ts";
import { plainTitle } from "#features/brain/rules.ts";

export type Edition = {
  id: string;
  title: string;
  /** The beginning of its text, with its first heading. */
  opening: string;
};

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
/** Editions of one document have one title without days, versions and numbers. */
const familyOf = ({ title }: Edition): string =>
  wordsOf(
    daysIn(plainTitle(title)).rest.replaceAll(
      /\bv(?:ersion)? ?\d+|\b(?:version|rev(?:ision)?|edition|final|draft|copy|new|old)\b/gi,
      " ",
    ),
  ).join(" ");
const replacing =
  /\b(?:replac(?:es?|ing)|supersed(?:es?|ing)|takes? the place of|in place of)\b[^\n]*?(?:\.(?=\s|$)|\n|$)/i;
const replacedByOther = /\b(?:replaced|superseded) by\b[^\n]*?(?:\.(?=\s|$)|\n|$)/i;
const isWholeDay = (day: string): boolean => day.length === 10;

/** The day a document counts from: of its title, else the first it names in its opening, but not of what it replaces. */
export function editionDay({ title, opening }: Edition): string {
  const inTitle = daysIn(plainTitle(title)).days.find((day) => !day.startsWith("*"));
  const inText = daysIn(opening.replace(replacing, " ").replace(replacedByOther, " ").slice(0, 400)).days.filter(
    (day) => !day.startsWith("*"),
  );
  return inText.find(isWholeDay) ?? inTitle ?? inText[0] ?? "";
}

function isNamedIn(statement: string, { title }: Edition): boolean {
  const words = wordsOf(plainTitle(title));
  return words.length > 0 && words.every((word) => wordsOf(statement).includes(word));
}

/** Which documents are replaced, each with the document that replaces it. */
export function replacedBy(documents: readonly Edition[]): Map<string, Edition> {
  const found = new Map<string, Edition>();
  const all = documents.map((one) => ({ ...one, family: familyOf(one), day: editionDay(one) }));
  for (const newer of all) {
    const statement = replacing.exec(newer.opening)?.[0] ?? "";
    const named = daysIn(statement).days;
    for (const older of all) {
      if (older.id === newer.id || (older.day !== "" && newer.day !== "" && older.day >= newer.day)) continue;
      const isFamily = older.family !== "" && older.family === newer.family;
      // Minutes and letters of several days have one title, and each stays true.
      const isEdition =
        isFamily && older.day !== "" && newer.day !== "" && !daysIn(plainTitle(newer.title)).days.some(isWholeDay);
      const isNamed = isNamedIn(statement, older);
      const isOfDay =
        named.length === 0 ||
        named.some(
          (day) => older.day.startsWith(day) || older.opening.includes(day) || daysIn(older.opening).days.includes(day),
        );
      const isGivenUp = isNamedIn(replacedByOther.exec(older.opening)?.[0] ?? "", newer);
      if (isEdition || isGivenUp || (statement !== "" && (isFamily || isNamed) && isOfDay)) found.set(older.id, newer);
    }
  }
  return found;
}

/** Whether a question asks about an edition that was replaced: by a word, or by its year. */
export const asksForFormer = (question: string): boolean =>
  /\b(?:(?<!how )old|older|previous(?:ly)?|former(?:ly)?|earlier|prior|used to|superseded|replaced)\b/i.test(question);
