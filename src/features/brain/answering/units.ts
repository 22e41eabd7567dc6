/** A sentence, list item or table row that can stand as an answer. */
export type Unit = {
  /** As it is shown: an item with the words that lead to it. */
  text: string;
  /** What it stands under within its passage: a question, an unmarked heading or the words that lead to a list. */
  under: string;
};

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
const isItem = (line: string): boolean => /^(?:[-*•–]|\(?[a-z\d]{1,2}\))\s/i.test(line);
const isRow = (line: string): boolean => /^[^:;]{1,60}: .*; /.test(line) || line.includes(" | ");
/** "Children of 4 to 12 years: 700 yen". */
const isLabelled = (line: string): boolean => /^\p{Lu}[^:.;]{1,60}: \S/u.test(line);
const endsSentence = (line: string): boolean => /[.:;?!]["”')\]]?$/.test(line);
const wordCount = (text: string): number => text.split(/\s+/).filter(Boolean).length;
/** Bold and other marks of Markdown are not read out; columns set apart by spaces are cells. */
const withoutMarks = (text: string): string =>
  text
    .replaceAll(/\*\*|__|`/g, "")
    .replaceAll(/(?<=\S)(?: {3}|\t)\s*(?=\S)/g, " | ")
    .replaceAll(/[^\S\n]+/g, " ")
    .trim();
const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Bold words that begin a paragraph are its heading. */
const withoutLead = (line: string): string[] => {
  const [, lead = "", rest = ""] = /^\*\*([^*]{1,120})\*\*[ \t](.+)$/.exec(line.trim()) ?? [];
  return rest.trim() ? [lead.replace(/[.:]$/, ""), rest] : [line];
};

/** Lines of a passage; what a narrow page broke is put together again. */
function linesOf(content: string): string[] {
  const lines: string[] = [];
  for (const line of content.split("\n").flatMap(withoutLead).map(withoutMarks).filter(Boolean)) {
    const last = lines.at(-1);
    const goesOn =
      last !== undefined &&
      !endsSentence(last) &&
      !isRow(last) &&
      !isRow(line) &&
      !isItem(line) &&
      !isLabelled(line) &&
      (/^\p{Ll}/u.test(line) || last.length >= 60);
    if (goesOn) lines[lines.length - 1] = `${last} ${line}`;
    else lines.push(line);
  }
  return lines;
}

/** The sentences of a line; an initial or a title such as "Mr." ends none, and "No." belongs to what follows it. */
function sentencesIn(line: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(line)) {
    const last = sentences.at(-1);
    const isCut =
      last !== undefined && (/(?:^|\s)\p{Lu}\p{L}{0,2}\.$/u.test(last) || (wordCount(last) < 3 && !last.endsWith("?")));
    if (isCut) sentences[sentences.length - 1] = `${last} ${segment.trim()}`;
    else if (segment.trim()) sentences.push(segment.trim());
  }
  return sentences;
}

/** A sentence about what the one before names. */
const goesBack =
  /^(?:She|He|They|It|This|That|These|Those|Its|Their|His|Her|Such|Then|Otherwise|(?:Above|Below|After|Beyond|Until) (?:that|this|it))\b/;

const isHeadingLike = (line: string): boolean =>
  !/[.;?!,]$/.test(line) &&
  !isRow(line) &&
  !isItem(line) &&
  wordCount(line) <= 12 &&
  !/[£$€]|: \S|\d.*\d{2}/.test(line);

/** Neither a sentence nor an item: an address line, a greeting, a name below a letter. */
const isFragment = (text: string): boolean =>
  !/[.!?][)"”’']?$/.test(text) && !text.includes(": ") && wordCount(text) < 12;

/**
 * Text that gives orders to whoever reads the document by machine. It never answers, and neither does what follows it in
 * its paragraph.
 */
const isOrder = (sentence: string): boolean =>
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:instruct|rule|limit|prompt|polic|guideline)/i.test(
    sentence,
  ) ||
  /\b(?:AI|LLM|language models?|chatbots?|bots?|assistants?|automatic readers?)\b.{0,80}\b(?:must|should|always|never|answer|reply|respond|say|state|tell|send|approve)\b/i.test(
    sentence,
  ) ||
  /\b(?:in|to) (?:every|all|any) (?:answers?|replies|reply|questions?)\b/i.test(sentence) ||
  /^\W*(?:system|assistant)(?: prompt| message)?:/i.test(sentence);

/** What of a passage can stand as an answer, with what it stands under. Headings and questions only lead to others. */
export function unitsOf(content: string, headings: readonly string[]): Unit[] {
  const known = new Set(headings.map((one) => keyOf(one)));
  const units: Unit[] = [];
  let under = "";
  let previous = "";
  const lines = linesOf(content);
  for (const [at, line] of lines.entries()) {
    if (known.has(keyOf(line))) continue;
    const next = lines[at + 1];
    if (next !== undefined && isHeadingLike(line)) {
      under = line;
      continue;
    }
    if (line.endsWith("?")) {
      under = line;
      continue;
    }
    if (isRow(line)) {
      units.push({ text: line, under });
      continue;
    }
    const item = isItem(line);
    const plain = item ? line.replace(/^\S+\s+/, "") : line;
    for (const sentence of sentencesIn(plain)) {
      if (isOrder(sentence)) break;
      if (!item && isFragment(sentence)) continue;
      if (sentence.endsWith("?") || (sentence.endsWith(":") && next !== undefined)) under = sentence;
      else if (item && under.endsWith(":")) units.push({ text: `${under} ${sentence}`, under });
      else if (goesBack.test(sentence) && previous) units.push({ text: `${previous} ${sentence}`, under });
      else units.push({ text: sentence, under });
      previous = item ? "" : sentence;
    }
    if (!item && !under.endsWith(":") && !under.endsWith("?") && next === undefined) under = "";
  }
  return units;
}
