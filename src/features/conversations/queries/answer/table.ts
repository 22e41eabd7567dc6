import { formatNumber } from "#contract/format.ts";
import type { QueryGroup } from "#contract/query.ts";
import { type Section, toLine } from "#contract/report.ts";
import { type AnswerParts, mostRows } from "./parts.ts";

/** The groups or rows of an answer as a table; null for a single figure. */
export function tableOf({ result, addFigure }: AnswerParts, groups: readonly QueryGroup[] | null): Section | null {
  const { query, rows, compared } = result;
  if (groups) {
    const columns = [query.groupBy?.unit ?? "Group", "Value", ...(compared ? [compared.label] : []), "Rows"];
    return {
      title: result.title,
      lines: [],
      table: {
        columns,
        rows: groups
          .slice(0, mostRows)
          .map((group) => [
            [group.label],
            toLine`${addFigure(group.label, group.value, { href: group.href })}`,
            ...(compared ? [toLine`${addFigure(`${group.label}, ${compared.label}`, group.previous)}`] : []),
            [formatNumber(group.rows)],
          ]),
      },
    };
  }
  if (!rows || rows.rows.length === 0) return null;
  return {
    title: result.title,
    lines: [],
    table: {
      columns: rows.columns.map(({ label }) => label),
      rows: rows.rows.slice(0, mostRows).map(({ cells }) => cells.map((cell) => [formatCell(cell) ?? "–"])),
    },
  };
}

export function formatCell(cell: string | number | boolean | null): string | null {
  if (cell === null) return null;
  if (typeof cell === "boolean") return cell ? "Yes" : "No";
  return typeof cell === "number" ? formatNumber(cell, 2) : cell;
}
