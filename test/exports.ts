import type { Choices, Facts } from "#features/imports/planning/choices.ts";
import { surveyor } from "#features/imports/looking/survey.ts";
import type { Question } from "#features/imports/contract.ts";
import { isKind } from "#features/imports/planning/fields.ts";
import { lineReader } from "#features/imports/planning/line-reader.ts";
import { previewOf } from "#features/imports/planning/preview.ts";
import { openGroups } from "#features/imports/running/groups.ts";
import { type FileProfile, type Line, type Source, UnreadableFile } from "#platform/reading/reading.ts";
import { profileFile } from "#platform/reading/profile.ts";
import { recordsOf } from "#platform/reading/records.ts";
import type { ExportFile, Truth, Value } from "./data/exports/export.ts";

export type Outcome = {
  id: string;
  program: string;
  /** How it went. "wrong": something differs from the file although nothing was asked about it. */
  result: "right" | "right after one question" | "right after more questions" | "refused" | "wrong";
  /** Questions that were asked. */
  asked: string[];
  /** Why it was refused, or what is wrong. */
  why: string[];
  /** Fields that stand in the file and were left out, said in the preview. */
  leftOut: string[];
};

type Row = { lines: number[]; fields: Readonly<Record<string, unknown>> };

/** Runs a file through the reader and the plan as a person would who knows the truth and answers what is asked. */
export async function runExport(file: ExportFile): Promise<Outcome> {
  const { truth } = file;
  const outcome: Outcome = { id: file.id, program: truth.program, result: "right", asked: [], why: [], leftOut: [] };
  const refuse = (why: string): Outcome => ({ ...outcome, result: "refused", why: [why] });
  const choices: Choices = {};
  let profile: FileProfile;
  try {
    profile = await profileFile(sourceOf(file), file.place);
    const page = codePageAnswer(profile, truth);
    if (page) {
      outcome.asked.push("code page");
      profile = await profileFile(sourceOf(file), file.place, { codePage: page });
    }
  } catch (error) {
    if (error instanceof UnreadableFile) return refuse(error.message);
    throw error;
  }
  let facts: Facts | null = null;
  for (let turn = 0; turn < 12; turn += 1) {
    const { preview, planned } = previewOf({
      profile,
      fileName: file.fileName,
      place: file.place,
      choices,
      remembered: new Map(),
      facts,
    });
    if (planned.plan && facts === null) {
      const counting = surveyor(planned.plan);
      for await (const { cells } of recordsOf(sourceOf(file), profile)) counting.take(cells);
      facts = counting.end();
      continue;
    }
    const open = preview.questions.filter(({ items }) => items.some(({ answer }) => answer === null));
    if (open.length > 0) {
      const answers = open.flatMap((question) => answersTo(question, truth));
      if (answers.some(({ answer }) => answer === null))
        return refuse(`cannot answer: ${open.map(({ sentence }) => sentence).join(" ")}`);
      outcome.asked.push(...open.map(({ kind }) => kind));
      choices.answers = [
        ...(choices.answers ?? []),
        ...answers.map(({ question, item, answer }) => ({ question, item, answer: answer ?? "" })),
      ];
      facts = null;
      continue;
    }
    if (preview.missing) return refuse(preview.missing);
    if (!planned.plan) return refuse(`Taken as ${String(preview.target)}.`);
    const read = await rowsOf(file, profile, planned.plan, facts);
    const fields = new Set(planned.plan.columns.map(({ field }) => field.replace(/^[-+]/, "")));
    for (const name of Object.keys(planned.plan.always)) fields.add(name);
    outcome.why = [
      ...(preview.target === truth.target ? [] : [`taken as ${String(preview.target)}, not ${truth.target}`]),
      ...missingQuestions(truth, outcome.asked),
      ...differences(truth, read, fields, outcome.leftOut, file.place.currency),
    ];
    const count = new Set(outcome.asked).size;
    outcome.result =
      outcome.why.length > 0
        ? "wrong"
        : count === 0
          ? "right"
          : count === 1
            ? "right after one question"
            : "right after more questions";
    return outcome;
  }
  return refuse("asks without end");
}

const sourceOf = ({ bytes }: ExportFile): Source => ({
  size: bytes.length,
  bytes: async function* pieces() {
    yield bytes;
  },
});

/** A person sees the code page in the preview and changes it where letters are wrong. */
function codePageAnswer({ layout, codePages }: FileProfile, { codePage }: Truth): string | null {
  if (layout.codePage === null || layout.codePage === codePage || codePages.length === 0) return null;
  return codePages.includes(codePage) ? codePage : null;
}

type Answer = { question: string; item: string; answer: string | null };

/** What a person who knows the file answers; null if no option says it. */
export function answersTo({ id, kind, column, options, items }: Question, truth: Truth): Answer[] {
  const offered = (wanted: string | null | undefined) =>
    options.some(({ value }) => value === wanted) ? (wanted ?? null) : null;
  const ofColumn = truth.columns.find(({ heading }) => heading === column);
  return items
    .filter(({ answer }) => answer === null)
    .map(({ item }): Answer => ({ question: id, item, answer: answerTo(item) }));

  function answerTo(item: string): string | null {
    switch (kind) {
      case "target":
        return offered(truth.target);
      case "day order":
        return offered(truth.dayOrder);
      case "decimal":
        return offered(truth.decimal);
      case "currency":
        return offered(truth.currency);
      case "sign":
        return offered("DR") ?? offered(truth.sign);
      case "percent":
        return offered(truth.percent);
      case "heading": {
        const field = id.replace(/^heading:/, "");
        if (id === "headings") return offered(truth.columns.find(({ heading }) => heading === item)?.field ?? "none");
        if (id.startsWith("figure:")) return offered(ofColumn?.field ?? "none");
        return offered(truth.columns.find((one) => one.field === field)?.heading ?? "none");
      }
      case "words": {
        const meant = ofColumn?.words?.[item];
        return meant === undefined
          ? offered("leave these lines out")
          : offered(meant === null ? "leave empty" : String(meant));
      }
      case "same number":
        return offered(truth.sameNumber);
      case "same name":
        return offered("another one");
      default:
        return options[0]?.value ?? null;
    }
  }
}

/** The records that would be stored. */
async function rowsOf(
  file: ExportFile,
  profile: FileProfile,
  plan: NonNullable<ReturnType<typeof previewOf>["planned"]["plan"]>,
  facts: Facts | null,
): Promise<{ rows: Row[]; refused: string[] }> {
  const read = lineReader(plan, file.place, new Date().toISOString().slice(0, 10));
  const source = (): AsyncIterable<Line> => recordsOf(sourceOf(file), profile);
  const groups =
    facts?.repeated && isKind(plan.target)
      ? await openGroups(plan, plan.target, file.place, { source, readLine: read })
      : null;
  const rows: Row[] = [];
  const refused: string[] = [];
  for await (const each of source()) {
    const { line, cells, fault } = each;
    const found = fault === undefined ? read(cells) : { fault };
    if ("fault" in found) refused.push(`line ${line}: ${found.fault}`);
    if (!("row" in found)) continue;
    const group = groups?.take(found.row, each) ?? null;
    const row = group ? group.full : found.row;
    if (row) rows.push({ lines: [line], fields: { ...row.fields, externalId: row.externalId } });
  }
  return { rows, refused };
}

const missingQuestions = ({ mustAsk }: Truth, asked: string[]): string[] =>
  mustAsk
    .filter(({ kind }) => !asked.includes(kind))
    .map(({ kind, column }) => `did not ask about the ${kind}${column ? ` of ${column}` : ""}`);

/** Fields whose absence would stand for a value. Others may be left out, because the preview says so. */
const counting = new Set("openAmount currency status stage direction document type fee net".split(" "));

function differences(
  truth: Truth,
  { rows, refused }: { rows: Row[]; refused: string[] },
  fields: ReadonlySet<string>,
  leftOut: string[],
  company: string,
): string[] {
  const found: string[] = [];
  const byLine = Map.groupBy(rows, ({ lines }) => lines[0] ?? 0);
  const used = new Set<Row>();
  for (const { lines, fields: meant } of truth.records) {
    // A line may hold several records: that of the same month is meant.
    const row = lines
      .flatMap((line) => byLine.get(line) ?? [])
      .find((one) => !used.has(one) && (!meant["month"] || one.fields["month"] === meant["month"]));
    if (!row) {
      // A refused line is listed with its reason.
      if (!refused.some((one) => lines.some((line) => one.startsWith(`line ${line}: `))))
        found.push(`line ${lines[0]}: no record`);
      else found.push(refused.find((one) => lines.some((line) => one.startsWith(`line ${line}: `))) ?? "");
      continue;
    }
    used.add(row);
    for (const [name, value] of Object.entries(meant)) {
      const got = name === "currency" ? (row.fields[name] ?? company) : row.fields[name];
      if (isSame(name, got, value)) continue;
      if ((got ?? null) === null && !fields.has(name) && !counting.has(name)) {
        if (!leftOut.includes(name)) leftOut.push(name);
      } else found.push(`line ${lines[0]}: ${name} is ${JSON.stringify(got ?? null)}, not ${JSON.stringify(value)}`);
    }
  }
  const extra = rows.filter((row) => !used.has(row));
  if (extra.length > 0) found.push(`${extra.length} records too many, such as line ${extra[0]?.lines[0]}`);
  return found;
}

const digits = (value: unknown) => String(value).replaceAll(/\D/g, "").slice(-4);

function isSame(name: string, got: unknown, meant: Value): boolean {
  const [one, other] = [got ?? null, meant];
  if (typeof one === "number" && typeof other === "number") return Math.abs(one - other) < 0.005;
  // Of account numbers only the last digits are kept.
  if ((name === "accountName" || name === "number") && /\d{6}/.test(String(other)))
    return digits(one) === digits(other);
  if (typeof one === "string" && typeof other === "string") return one.trim() === other.trim();
  return one === other;
}
