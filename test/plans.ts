import type { Choices } from "#features/imports/planning/choices.ts";
import { surveyor } from "#features/imports/looking/survey.ts";
import { isKind } from "#features/imports/planning/fields.ts";
import { lineReader } from "#features/imports/planning/line-reader.ts";
import { previewOf } from "#features/imports/planning/preview.ts";
import { openGroups } from "#features/imports/running/groups.ts";
import { profileFile } from "#platform/reading/profile.ts";
import { sourceOf } from "#platform/reading/reading.ts";
import { recordsOf } from "#platform/reading/records.ts";

export const place = { currency: "EUR", timeZone: "Europe/Berlin" };

/** A table of 12 lines by a function for its cells. */
export const table = (heading: string, cellsOf: (at: number) => (string | number)[]): string =>
  [heading, ...Array.from({ length: 12 }, (_, at) => cellsOf(at).join(";"))].join("\n");
export const day = (at: number, month = "03") => `2026-${month}-${String(at + 11).padStart(2, "0")}`;
export const money = (at: number) => (at * 37.5 + 101.25).toFixed(2);
const names = ["Alder & Söhne", "Birke", "Cedro", "Erable SA"];
export const name = (at: number) => `${names[at % 4] ?? ""}`;

export async function planned(text: string, choices: Choices = {}, remembered = new Map<string, string>()) {
  const source = sourceOf(new TextEncoder().encode(text));
  const profile = await profileFile(source, place);
  const { preview, planned: found } = previewOf({
    profile,
    fileName: "export.csv",
    place,
    today: "2026-11-27",
    choices,
    remembered,
    facts: null,
  });
  const open = preview.questions.filter(({ items }) => items.some(({ answer }) => answer === null));
  const rows = async () => {
    if (!found.plan) throw new Error("There is no plan.");
    const read = lineReader(found.plan, place);
    const taken: object[] = [];
    for await (const { cells } of recordsOf(source, profile)) {
      const line = read(cells);
      taken.push("row" in line ? line.row.fields : line);
    }
    return taken;
  };
  const fields = Object.fromEntries(preview.columns.map(({ heading, field }) => [heading, field]));
  return { preview, open, rows, fields };
}
/** The records of a table of which several lines may be one, as an import takes them, and the lines it refuses. */
export async function imported(text: string, choices: Choices = {}) {
  const source = sourceOf(new TextEncoder().encode(text));
  const profile = await profileFile(source, place);
  const given = { profile, fileName: "export.csv", place, today: "2026-11-27", choices, remembered: new Map() };
  const { plan: first } = previewOf({ ...given, facts: null }).planned;
  if (!first) throw new Error("There is no plan.");
  const survey = surveyor(first);
  const lines = () => recordsOf(source, profile);
  for await (const { cells } of lines()) survey.take(cells);
  const { preview, planned: found } = previewOf({ ...given, facts: survey.end() });
  if (!found.plan || !isKind(found.plan.target)) throw new Error("There is no plan of records.");
  const readLine = lineReader(found.plan, place);
  const groups = await openGroups(found.plan, found.plan.target, place, { source: lines, readLine });
  const [records, refused, ids]: [Record<string, unknown>[], string[], string[]] = [[], [], []];
  for await (const line of lines()) {
    const read = readLine(line.cells);
    if (!("row" in read)) continue;
    const group = groups?.take(read.row, line) ?? { full: read.row };
    if (group.full) records.push(group.full.fields);
    if (group.full) ids.push(group.full.externalId);
    if ("fault" in group && group.fault) refused.push(group.fault);
  }
  return { preview, records, refused, ids };
}
export const answers = (...given: [string, string][]) => ({
  answers: given.map(([question, answer]) => ({ question, item: "", answer })),
});
