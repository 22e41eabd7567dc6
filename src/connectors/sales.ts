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

/** In this service's own clock, if it says; the row a moment ago may carry a stamp of it. */
export const timeThere = (headers: Headers, now: Date): number => {
  const said = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(said) ? now.getTime() : said;
};

export const unread = (name: string) => new ConnectorFault("lost", `The answer of ${name} could not be read.`);

/** Lists of at most so many. */
export const inBatches = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
