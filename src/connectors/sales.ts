import { z } from "zod";
import type { PulledColumn, PulledRow } from "#connectors/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";

type Outcome = { isClosed: boolean; isWon: boolean; probability: number | null };

/**
 * How far a deal has come. An open one counts by the probability that the company gave its stage, because the names of
 * stages are its own; they are kept beside it.
 */
export function stageOf({ isClosed, isWon, probability }: Outcome): string {
  if (isClosed) return isWon ? "won" : "lost";
  if (probability === null || probability < 0.3) return "lead";
  if (probability < 0.55) return "qualified";
  return probability < 0.8 ? "proposal" : "negotiation";
}

/** A column of the company's own there. */
export const columnShape = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(["text", "number", "day", "flag"]),
  /** The words of its values, where they have others. */
  options: z.record(z.string(), z.string()).optional(),
});
export type Column = z.infer<typeof columnShape>;
/** As many as a kind of records can have fields of its own. */
export const mostColumns = 40;

/** The columns of objects as those of the rows they become. */
export const pulledColumns = <Kind extends string>(
  columns: Readonly<Record<Kind, readonly Column[]>>,
  targets: Readonly<Record<Kind, string>>,
): PulledColumn[] =>
  (Object.keys(targets) as Kind[]).flatMap((kind) =>
    columns[kind].map(({ name, label, type }) => ({ target: targets[kind], name: ownName(name), label, type })),
  );

const mostText = 500;

/** The name of a company's own column in rows, which is no field's of ours. */
export const ownName = (name: string): string => `own:${name}`;

/** A value of a company's own column as our field takes it; what cannot be one is left empty. */
export function ownValue(type: PulledColumn["type"], value: unknown): PulledRow[string] {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return null;
  if (value === "") return null;
  if (type === "flag") return String(value) === "true";
  const text = String(value).trim();
  if (type === "day") return /^\d{4}-\d{2}-\d{2}/.test(text) ? text : null;
  if (type === "text") return text.length > mostText ? `${text.slice(0, mostText - 1)}…` : text;
  const plain = Number(Number(text).toFixed(10));
  return Number.isFinite(plain) && Math.abs(plain) < 1e15 ? plain : null;
}

/** The words of several choices, which services separate by semicolons. */
export const choicesOf = (value: string, labelOf = (one: string) => one): string =>
  value
    .split(";")
    .filter((one) => one.trim() !== "")
    .map((one) => labelOf(one.trim()))
    .join(", ");

/** What an object says in the company's own columns; choices by their words. */
export const ownValues = (
  columns: readonly Column[],
  given: Readonly<Record<string, unknown>>,
): Record<string, PulledRow[string]> =>
  Object.fromEntries(
    columns.map(({ name, type, options }) => {
      const value = given[name];
      const words = options && typeof value === "string" ? choicesOf(value, (one) => options[one] ?? one) : value;
      return [ownName(name), ownValue(type, words)];
    }),
  );

/** In this service's own clock, if it says; the row a moment ago may carry a stamp of it. */
export const timeThere = (headers: Headers, now: Date): number => {
  const said = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(said) ? now.getTime() : said;
};

export const unread = (name: string) => new ConnectorFault("lost", `The answer of ${name} could not be read.`);

/** Lists of at most so many. */
export const inBatches = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
