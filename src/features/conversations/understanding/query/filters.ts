import type { Filter, QueryField } from "#contract/query.ts";
import { normalized } from "../words.ts";
import type { Draft } from "./draft.ts";
import { fieldTerms } from "./field-terms.ts";
import { ownFields, parties } from "./group.ts";
import { fieldIn } from "./lexicon.ts";
import type { Sentence } from "./sentence.ts";
import { choiceTerms, flagTerms, viewTerms } from "./value-terms.ts";

/** Distinct values of the free fields of a subject, by field. */
export type Values = ReadonlyMap<string, readonly string[]>;

/** The fields whose values a question may name. */
export const namedFields: readonly string[] = ["ownerName", "assignee", "channel", "category", "segment", "agentName"];

export const numberWords: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twenty: 20,
};

/** `own` are the filters of the noun, `asked` those the question adds, with their places in the sentence. */
type Narrowed = { own: Filter[]; asked: Filter[]; places: readonly number[] };

/** The filters of a question; of two on the same field the question's own counts. */
export function filtersIn(draft: Draft, values: Values, quantity: string | null): Narrowed {
  const { sentence, subject, term, lexicon } = draft;
  const asked: Filter[] = [];
  const places: number[] = [];
  const mark = (place = sentence.latest): void => {
    while (places.length < asked.length) places.push(place);
  };
  const add = (field: string, ...of: (string | number)[]): void => {
    asked.push({ field, test: "is", values: of });
    mark();
  };
  const party = (name: string | null, field: string, own: string): void => {
    if (!name) return;
    const found = fieldIn(subject, subject.id === own ? ["name"] : [field]);
    if (!found) return;
    asked.push({ field: found.name, test: "is", values: [...(lexicon.spellings ?? [name])] });
    mark(sentence.find(normalized(name).split(" ").join(","), { used: true })?.at);
  };
  party(lexicon.customer, "customerName", "customers");
  party(lexicon.vendor, "vendorName", "vendors");
  if (lexicon.currency && fieldIn(subject, ["currency"])) {
    sentence.take(`${lexicon.currency}, in dollars, dollars, in euros, euros, pounds, francs, yen, rupees, zloty`);
    add("currency", lexicon.currency);
  }
  for (const choice of subject.fields.find(({ type }) => type === "view")?.choices ?? [])
    if (
      normalized(choice.label).split(" ").length < 4 &&
      sentence.take(choice.label.replaceAll(",", " "), { exact: true })
    )
      add("view", choice.value);
  for (const [words, all] of viewTerms) {
    const known = all.find((one) =>
      subject.fields.some(({ type, choices }) => type === "view" && choices.some(({ value }) => value === one)),
    );
    if (known && sentence.take(words)) add("view", known);
  }
  for (const [words, name] of flagTerms)
    if (subject.fields.some((field) => field.name === name) && sentence.take(words))
      add(name, sentence.has("not, dont, doesnt, didnt, never, no") || sentence.take(exclusionWord) ? "no" : "yes");
  for (const field of subject.fields) {
    if (field.type === "choice" && field.name !== "currency" && field.name !== "source")
      addChoice(sentence, field, asked);
    mark();
    if (field.type === "agent" || field.name === "role")
      for (const { value, label } of field.choices) {
        const [name = "", role = ""] = label.split(/ \(|\)/);
        if (sentence.take([label, name, name.split(" ")[0] ?? "", role].filter((one) => one.length > 2).join(",")))
          add(field.name, value);
      }
    for (const value of values.get(field.name) ?? []) {
      const words = normalized(value);
      const first = field.name === "ownerName" ? `,${words.split(" ")[0] ?? ""}` : "";
      if (words !== "" && sentence.take(words + first)) add(field.name, value);
    }
  }
  const missing = sentence.find("without, missing, lacking, have no, has no, with no");
  if (missing)
    for (const [words, names] of [...ownFields(lexicon), ...fieldTerms]) {
      const field = fieldIn(subject, names);
      const found = field && sentence.find(words, { from: missing.at + missing.length });
      if (!field || !found) continue;
      sentence.use(missing);
      sentence.use(found);
      asked.push({ field: field.name, test: "unknown", values: [] });
      break;
    }
  mark();
  applyExclusion(sentence, asked, places);
  for (const filter of numbersIn(draft, quantity)) asked.push(filter);
  mark();
  if (draft.quantity?.view && !asked.some(({ field }) => field === "view" || field === "stage") && !term.filters)
    add("view", draft.quantity.view);
  // In "high priority" the name of the field belongs to its value.
  for (const { field } of asked)
    for (const [words, names] of fieldTerms) if (names.includes(field)) sentence.take(words);
  const isBill = term.filters?.some(({ values }) => values[0] === "bills");
  const overdue = asked.find(({ field, values }) => field === "view" && values[0] === "overdue");
  if (isBill && overdue) overdue.values = ["overdueBills"];
  const named = new Set(asked.flatMap(({ field, test }) => (test === "isNot" ? [] : [field])));
  const own = (term.filters ?? []).filter(
    ({ field }) => !named.has(field) || field === "view" || field === "direction",
  );
  return { own, asked, places };
}

/** The word that starts an exclusion. */
export const exclusionWord = "without";

/** Inverts the only filter right after "without", as in "invoices without Acme"; removes several, as ambiguous. */
function applyExclusion(sentence: Sentence, asked: Filter[], places: number[]): void {
  const found = sentence.find(exclusionWord);
  if (!found) return;
  const following = asked.filter((_, place) => (places[place] ?? 0) > found.at);
  const [only] = following;
  let next = found.at + 1;
  while (/^(?:the|any|our)$/.test(sentence.at(next) ?? "")) next += 1;
  const isOne = only && following.length === 1 && places[asked.indexOf(only)] === next && only.test === "is";
  if (isOne && (only.values.length === 1 || parties.includes(only.field))) {
    sentence.use(found);
    only.test = "isNot";
    return;
  }
  for (const one of following) {
    const at = asked.indexOf(one);
    asked.splice(at, 1);
    places.splice(at, 1);
  }
}

/** Adds the choices of a field that a question names, by label or synonym. */
function addChoice(sentence: Sentence, field: QueryField, filters: Filter[]): void {
  const others = choiceTerms.flatMap(([words, all]) => {
    const known = all.filter((value) => field.choices.some((choice) => choice.value === value));
    return known.length > 0 && sentence.take(words) ? known : [];
  });
  const named = field.choices.filter(({ value, label }) =>
    sentence.take(`${label.replaceAll(",", " ")},${value.replaceAll("_", " ")}`, { exact: true }),
  );
  const values = [...new Set([...named.map(({ value }) => value), ...others])];
  if (values.length > 0) filters.push({ field: field.name, test: "is", values });
}

const numbers = "one|two|three|four|five|six|seven|eight|nine|ten|twenty";
const amount = String.raw`[€$£]?\s?(\d[\d.,]*|(?:${numbers})\b)\s?(k\b|m\b|thousand|million|%)?\s?(days?|weeks?|months?|years?|hours?)?`;
const sides: readonly (readonly [Filter["test"], RegExp])[] = [
  ["atLeast", new RegExp(String.raw`\b(?:at least|no less than|minimum of)\s${amount}`, "i")],
  ["atMost", new RegExp(String.raw`\b(?:at most|no more than|up to|maximum of)\s${amount}`, "i")],
  [
    "moreThan",
    new RegExp(
      String.raw`\b(?:more than|over|above|exceeding|(?:old|long|larg|bigg|great|high)er than)\s${amount}`,
      "i",
    ),
  ],
  [
    "lessThan",
    new RegExp(String.raw`\b(?:less than|fewer than|under|below|(?:young|short|small|low)er than)\s${amount}`, "i"),
  ],
];
/** "For a month" states how long nothing happened. */
const duration = new RegExp(
  String.raw`\b(?:for|in|within)\s(?:over |more than |the last )?(a|an|\d{1,3}|${numbers})\s(days?|weeks?|months?|years?)\b`,
  "i",
);
const inDays: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };

const overdueWords = /\b(?:overdue|late|past|behind|delayed)\b/i;

/** Filters by amount or duration: "more than £5,000", "over 60 days". */
function numbersIn({ written, sentence, subject }: Draft, quantity: string | null): Filter[] {
  const filters: Filter[] = [];
  for (const [test, pattern] of sides) {
    const found = pattern.exec(written);
    if (!found) continue;
    const [whole, digits = "", scale = "", unit = ""] = found;
    const times = /^(?:k|thousand)$/i.test(scale)
      ? 1_000
      : /^(?:m|million)$/i.test(scale)
        ? 1_000_000
        : scale === "%"
          ? 0.01
          : 1;
    const number = (numberWords[digits.toLowerCase()] ?? Number(digits.replaceAll(",", "").replace(/\.$/, ""))) * times;
    const days = inDays[unit.toLowerCase().replace(/s$/, "")];
    const field = unit.startsWith("hour")
      ? fieldIn(subject, ["actualHours", "estimatedHours", "hours"])
      : days
        ? fieldIn(subject, [
            ...(quantity ? [quantity] : []),
            // Without the word, invoices alone are meant: their days run from the day they were due.
            ...(subject.id === "invoices" || overdueWords.test(written) ? ["daysOverdue"] : []),
            "age",
            "daysToResolve",
            "daysToComplete",
          ])
        : scale === "%"
          ? fieldIn(subject, ["probability", "confidence"])
          : fieldIn(subject, [subject.amount ?? "", "seats"]);
    if (!field || !Number.isFinite(number)) continue;
    // A year alone is a period.
    if (!days && scale === "" && /^20\d\d$/.test(digits)) continue;
    filters.push({ field: field.name, test, values: [number * (days ?? 1)] });
    sentence.takeWritten(whole);
  }
  const [span, count = "", unit = ""] =
    (quantity?.startsWith("days") && filters.length === 0 && duration.exec(written)) || [];
  if (quantity && span) {
    const times = numberWords[count.toLowerCase()] ?? (Number(count) || 1);
    filters.push({
      field: quantity,
      test: "atLeast",
      values: [times * (inDays[unit.toLowerCase().replace(/s$/, "")] ?? 1)],
    });
    sentence.takeWritten(span);
  }
  return filters;
}
