import { type AuditRow, exportFormats } from "#features/security/audit/contract.ts";
import { csvFile, csvLine } from "#contract/csv.ts";

export type Format = (typeof exportFormats)[number];

/** Details of a record by name, without `line`, the feed's text, which repeats them. */
export function describeDetails(details: Readonly<Record<string, unknown>>): { name: string; value: string }[] {
  return Object.entries(details)
    .filter(([name]) => name !== "line")
    .map(([name, value]) => ({ name: wordsOf(name), value: textOf(value) }));
}

/** "sessionsEnded" is "sessions ended". */
const wordsOf = (name: string): string =>
  name
    .slice(0, 100)
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll("_", " ")
    .trim();

const mostLetters = 2_000;

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "—";
  if (typeof value === "string") return value.slice(0, mostLetters) || "—";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return String(value);
  const isPlain = Array.isArray(value) && value.every((one) => typeof one !== "object" || one === null);
  if (isPlain) return value.length === 0 ? "none" : value.map(textOf).join(", ").slice(0, mostLetters);
  return (JSON.stringify(value) ?? "").slice(0, mostLetters);
}

/** A row of the list with the extra fields of an export. */
export type ExportedRow = AuditRow & { details: Record<string, unknown>; hash: string };

const heading = [
  "Record",
  "Time",
  "Actor",
  "Kind",
  "Action",
  "Resource",
  "Resource id",
  "Title",
  "Severity",
  "Details",
  "Hash",
];

export const headingOf = (format: Format): string => (format === "csv" ? csvFile([csvLine(heading)]) : "");

export function lineOf(format: Format, row: ExportedRow): string {
  if (format === "jsonl") return `${JSON.stringify(row)}\n`;
  const { seq, at, actor, action, resource, resourceId, title, severity, details, hash } = row;
  const { line: _line, ...otherDetails } = details;
  const cells = [seq, at, actor.name, actor.kind, action, resource, resourceId, title, severity];
  return `${csvLine([...cells, JSON.stringify(otherDetails), hash])}\r\n`;
}
