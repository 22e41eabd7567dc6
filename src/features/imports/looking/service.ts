import { lengths, truncate } from "#contract/words.ts";
import { formatNumber } from "#contract/format.ts";
import { mostLines, partSize, type Preview } from "#features/imports/contract.ts";
import { keptSourceOf, sourceOf } from "#features/imports/files/service.ts";
import { countsAlike, surveyedColumns, surveyor } from "#features/imports/looking/survey.ts";
import type { Choices, Facts, Remembered } from "#features/imports/planning/choices.ts";
import { isKind } from "#features/imports/planning/fields.ts";
import type { Plan } from "#features/imports/planning/line-reader.ts";
import { sourceOf as sourceKey } from "#features/imports/planning/plan.ts";
import type { Planned } from "#features/imports/planning/plan-input.ts";
import { previewOf } from "#features/imports/planning/preview.ts";
import { ownFault } from "#features/imports/own/service.ts";
import { isBuiltIn } from "#features/records/custom/service.ts";
import type { OwnFields } from "#features/imports/planning/own.ts";
import { remembered } from "#features/imports/store.ts";
import { proposeParties } from "#features/imports/parties/service.ts";
import { activeByKind } from "#features/records/custom/store.ts";
import * as store from "#features/records/imports/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { dayIn } from "#platform/clock.ts";
import { read, write } from "#platform/db/transaction.ts";
import { profileFile, type Watch } from "#platform/reading/profile.ts";
import { type FileProfile, type Line, type Place, type Source, UnreadableFile } from "#platform/reading/reading.ts";
import { isTable, recordsOf } from "#platform/reading/records.ts";

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
  const source = keptSourceOf(ctx, row);
  let counted: Counted | null = null;
  // What lines share is counted by the plan of the first ones while the others are read.
  const profile =
    (row.profile as FileProfile | null) ??
    (await profileOf(ctx, row, source, async (head) => {
      const { planned } = plan(ctx, row, head, await read(ctx, (tx) => knownOf(tx, head)), null);
      if (!planned.plan) return null;
      counted = { plan: planned.plan, counting: surveyor(planned.plan) };
      return ({ cells }) => counted?.counting.take(cells);
    }));
  const known = await read(ctx, (tx) => knownOf(tx, profile));
  const first = plan(ctx, row, profile, known, null);
  if (!first.planned.plan) return { profile, ...first, facts: null };
  const counting = await countedUnder(first.planned.plan, counted, () => recordsOf(source, profile));
  const facts = await withParties(ctx, first.planned.plan, counting.end());
  return { profile, ...plan(ctx, row, profile, known, facts), facts };
}

type Counted = { plan: Plan; counting: ReturnType<typeof surveyor> };

/** Where the whole file has another plan than its first lines, its lines are counted again. */
async function countedUnder(
  plan: Plan,
  counted: Counted | null,
  records: () => AsyncIterable<Line>,
): Promise<Counted["counting"]> {
  if (counted && countsAlike(counted.plan, plan)) return counted.counting;
  const counting = surveyor(plan);
  for await (const { cells } of records()) counting.take(cells);
  return counting;
}

const withParties = async (ctx: Ctx, { target }: Plan, facts: Facts): Promise<Facts> =>
  isKind(target) ? { ...facts, parties: await proposeParties(ctx, facts.names) } : facts;

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
    isBuiltIn,
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

async function profileOf(ctx: Ctx, row: store.ImportRow, source: Source, watch: Watch): Promise<FileProfile> {
  const { codePage, sheet, headingLine } = row.choices as Choices;
  const chosen = {
    ...(codePage ? { codePage } : {}),
    ...(sheet ? { sheet } : {}),
    ...(headingLine ? { headingLine } : {}),
  };
  const profile = await profileFile(source, placeOf(ctx, row), chosen, watch);
  const long = profile.columns.find(({ heading }) => heading.length > lengths.title);
  if (long)
    throw new UnreadableFile(`The heading of column ${long.at + 1} is longer than ${lengths.title} characters.`);
  if (profile.lines > mostLines)
    throw new UnreadableFile(`The file has more than ${formatNumber(mostLines)} lines. Split it and import the parts.`);
  if (profile.lines === 0) throw new UnreadableFile("The file has no lines below its heading.");
  return profile;
}

/** Looks at a file that has arrived, and stores what it finds. */
export async function runLook(ctx: Ctx, importId: string): Promise<void> {
  const row = await read(ctx, (tx) => store.find(tx, importId));
  if (!row || row.status !== "looking") return;
  const change = (await isRead(ctx, row)) ? asDocument(row) : await lookOrFault(ctx, row);
  await write(ctx, async (tx) => {
    if (isEmptySheet(row, change)) await store.discard(tx, importId);
    // Choices made meanwhile start another look.
    else if (await store.updateIfUnchosen(tx, importId, row.choices, change)) await addSheets(tx, row, change);
  });
}

/** Beyond this size the sheets of a workbook are for a person to choose. */
const mostSheetBytes = partSize;
const mostSheets = 10;

/** The other sheets of a workbook that was just looked at come as files of their own. */
async function addSheets(tx: Tx, row: store.ImportRow, { profile }: Partial<store.ImportRow>): Promise<void> {
  const { layout, sheets } = (profile ?? {}) as Partial<FileProfile>;
  const isFirst = Object.keys(row.choices).length === 0 && row.entrance === "door";
  if (!layout || !sheets || !isFirst || row.size > mostSheetBytes) return;
  const [, name = row.fileName, ending = ""] = /^(.*?)(\.[a-z]{2,5})$/i.exec(row.fileName) ?? [];
  for (const sheet of sheets.filter((one) => one !== layout.sheet).slice(0, mostSheets)) {
    const fileName = `${truncate(`${name} (${sheet}`, lengths.title - ending.length - 1)})${ending}`;
    const choices: Choices = { sheet, isSheet: true };
    const { id } = await store.addCopy(tx, row, { fileName, choices, status: "looking" });
    await tx.jobs.send(tx.db, lookJob, tx.company, { importId: id });
  }
}

/** A sheet without a table, such as notes, leaves no trace. */
function isEmptySheet({ choices }: store.ImportRow, { status, profile }: Partial<store.ImportRow>): boolean {
  if (!(choices as Choices).isSheet) return false;
  const { columns = [], lines = 0 } = (profile ?? {}) as Partial<FileProfile>;
  return status === "failed" || lines < 2 || columns.filter(({ filled }) => filled > 1).length < 2;
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
