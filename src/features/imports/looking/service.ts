import { lengths } from "#contract/words.ts";
import { formatNumber } from "#contract/format.ts";
import { mostLines, type Preview } from "#features/imports/contract.ts";
import { sourceOf } from "#features/imports/files/service.ts";
import { surveyedColumns, surveyor } from "#features/imports/looking/survey.ts";
import type { Choices, Facts, Remembered } from "#features/imports/planning/choices.ts";
import { isKind } from "#features/imports/planning/fields.ts";
import type { Plan } from "#features/imports/planning/line-reader.ts";
import { type Planned, sourceOf as sourceKey } from "#features/imports/planning/plan.ts";
import { previewOf } from "#features/imports/planning/preview.ts";
import { ownFault } from "#features/imports/own/service.ts";
import type { OwnFields } from "#features/imports/planning/own.ts";
import { remembered } from "#features/imports/store.ts";
import { proposeParties } from "#features/imports/parties/service.ts";
import { activeByKind } from "#features/records/custom/store.ts";
import * as store from "#features/records/imports/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { dayIn } from "#platform/clock.ts";
import { read, write } from "#platform/db/transaction.ts";
import { profileFile } from "#platform/reading/profile.ts";
import { type FileProfile, type Place, UnreadableFile } from "#platform/reading/reading.ts";
import { isTable, recordsOf } from "#platform/reading/records.ts";

/** The job that looks at an uploaded file. */
export const lookJob = { name: "import-look" };

/** The company's, with the currency it had when the import started. */
export const placeOf = (
  { currency, timeZone }: Pick<Ctx, "currency" | "timeZone">,
  row: Pick<store.ImportRow, "currency">,
): Place => ({
  currency: row.currency ?? currency,
  timeZone,
});

/** Endings of files that are read as documents alone. */
const documents = /\.(?:docx?|pdf|pptx?|txt|text|log|md|markdown|eml|html?|rtf|odt)$/i;
export const isDocument = (fileName: string): boolean => documents.test(fileName);

/** Endings of texts that may be tables as well. */
const texts = /\.(?:txt|text|log)$/i;

/** Whether a file goes to the Brain by its ending; a text that is a table does not. */
async function isRead(ctx: Ctx, row: store.ImportRow): Promise<boolean> {
  if (!isDocument(row.fileName)) return false;
  if (!texts.test(row.fileName)) return true;
  const { target } = row.choices as Choices;
  if (target) return target === "document";
  return !(await isTable(sourceOf(ctx, row), placeOf(ctx, row)).catch(() => false));
}

export const unreadable = (error: unknown): UnreadableFile | null => (error instanceof UnreadableFile ? error : null);

export type Looked = { profile: FileProfile; facts: Facts | null; preview: Preview; planned: Planned };

/** Looks at a file as a person chose to have it read: what it holds, and how it will be taken. */
export async function look(ctx: Ctx, row: store.ImportRow): Promise<Looked> {
  const choices = row.choices as Choices;
  const profile = (row.profile as FileProfile | null) ?? (await profileOf(ctx, row, choices));
  const known = await read(ctx, (tx) => knownOf(tx, profile));
  const first = plan(ctx, row, profile, known, null);
  const facts = first.planned.plan ? await survey(ctx, row, profile, first.planned.plan) : null;
  return facts ? { profile, ...plan(ctx, row, profile, known, facts), facts } : { profile, ...first, facts };
}

type Known = { remembered: Remembered; own: OwnFields };

/** What the company has answered about such files, and its own fields. */
const knownOf = async (tx: Tx, profile: FileProfile): Promise<Known> => ({
  remembered: await remembered(tx, sourceKey(profile)),
  own: await activeByKind(tx),
});

function plan(ctx: Ctx, row: store.ImportRow, profile: FileProfile, known: Known, facts: Facts | null) {
  const choices = row.choices as Choices;
  const found = previewOf({
    profile,
    fileName: row.fileName,
    place: placeOf(ctx, row),
    today: dayIn(ctx.now, ctx.timeZone),
    choices,
    ...known,
    facts,
  });
  found.preview.missing ??= ownFault(found.planned.plan, known.own);
  return found;
}

/** Plans a file again with other choices; null if its bytes must be read again for that. */
export async function planAgain(tx: Tx, row: store.ImportRow, profile: FileProfile): Promise<Looked | null> {
  const facts = row.facts as Facts | null;
  const { planned, preview } = plan(tx, row, profile, await knownOf(tx, profile), facts);
  if (planned.plan && facts?.of !== surveyedColumns(planned.plan)) return null;
  return { profile, facts, planned, preview };
}

async function profileOf(
  ctx: Ctx,
  row: store.ImportRow,
  { codePage, sheet, headingLine }: Choices,
): Promise<FileProfile> {
  const chosen = {
    ...(codePage ? { codePage } : {}),
    ...(sheet ? { sheet } : {}),
    ...(headingLine ? { headingLine } : {}),
  };
  const profile = await profileFile(sourceOf(ctx, row), row.fileName, placeOf(ctx, row), chosen);
  const long = profile.columns.find(({ heading }) => heading.length > lengths.title);
  if (long)
    throw new UnreadableFile(`The heading of column ${long.at + 1} is longer than ${lengths.title} characters.`);
  if (profile.lines > mostLines)
    throw new UnreadableFile(`The file has more than ${formatNumber(mostLines)} lines. Split it and import the parts.`);
  if (profile.lines === 0) throw new UnreadableFile("The file has no lines below its heading.");
  return profile;
}

async function survey(ctx: Ctx, row: store.ImportRow, profile: FileProfile, { ...given }: Plan): Promise<Facts> {
  const counting = surveyor(given);
  for await (const { cells, line } of recordsOf(sourceOf(ctx, row), profile)) counting.take(cells, line);
  const facts = counting.end();
  return isKind(given.target) ? { ...facts, parties: await proposeParties(ctx, facts.names) } : facts;
}

/** Looks at a file that has arrived, and stores what it finds. */
export async function runLook(ctx: Ctx, importId: string): Promise<void> {
  const row = await read(ctx, (tx) => store.find(tx, importId));
  if (!row || row.status !== "looking") return;
  const change = (await isRead(ctx, row)) ? asDocument(row) : await lookOrFault(ctx, row);
  // Choices made meanwhile start another look.
  await write(ctx, (tx) => store.updateIfUnchosen(tx, importId, row.choices, change));
}

async function lookOrFault(ctx: Ctx, row: store.ImportRow): Promise<Partial<store.ImportRow>> {
  try {
    const { profile, facts, preview, planned } = await look(ctx, row);
    return { status: "looked", profile, facts, preview, target: planned.target, total: profile.lines };
  } catch (error) {
    const fault = unreadable(error);
    if (!fault) throw error;
    return {
      status: "failed",
      sentence: `Nothing was imported: ${lower(fault.message)}`,
      badLines: [{ line: fault.line, sentence: fault.message }],
      badCount: 1,
      finishedAt: ctx.now,
    };
  }
}

/** Ends the look at a file that failed on every attempt. */
export async function lookFailed(ctx: Ctx, importId: string): Promise<void> {
  const sentence = "The file could not be looked at. Split it and add the parts.";
  await write(ctx, (tx) =>
    store.update(tx, importId, ["looking"], { status: "failed", sentence, finishedAt: ctx.now }),
  );
}

export const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const emptyPreview: Preview = {
  headline: "",
  program: null,
  target: "document",
  codePage: null,
  codePages: [],
  sheet: null,
  sheets: [],
  headingLine: 1,
  lines: 0,
  left: [],
  leftCount: 0,
  columns: [],
  fields: [],
  questions: [],
  shown: [],
  rows: [],
  parties: [],
  notes: [],
  missing: null,
};

export const asDocument = ({ fileName }: Pick<store.ImportRow, "fileName">): Partial<store.ImportRow> => ({
  status: "looked",
  target: "document",
  preview: { ...emptyPreview, headline: `${fileName}, for the Brain` },
});
