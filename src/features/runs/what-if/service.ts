import { tryRun, type WhatIf } from "#agency/run/what-if.ts";
import type { Answer } from "#contract/endpoint.ts";
import { formatLine, type Line } from "#contract/report.ts";
import type * as calls from "#features/runs/contract.ts";
import { reportOf } from "#features/runs/service.ts";
import { compareLines } from "#features/runs/what-if/rules.ts";
import type { Ctx } from "#platform/context.ts";

const maxLines = 400;

/** Repeats a finished run with changes and compares its result with the recorded one. */
export async function tryAgain(ctx: Ctx, id: string, whatIf: WhatIf): Promise<Answer<typeof calls.tryRunAgain>> {
  const started = performance.now();
  const { row, output, engine, cost, sentence, steps } = await tryRun(ctx, id, whatIf);
  return {
    runId: id,
    whatIf: { ...whatIf, withoutActions: [...whatIf.withoutActions] },
    engine,
    cost,
    milliseconds: Math.round(performance.now() - started),
    sentence,
    lines: compareLines(linesOf(row.output), linesOf(output)),
    steps,
  };
}

/** A result as lines of text. */
function linesOf(output: unknown): string[] {
  const found = reportOf({ output });
  if (!found)
    return JSON.stringify(output ?? null, null, 2)
      .split("\n")
      .slice(0, maxLines);
  const { headline, sections, figures, missing, proposals } = found;
  const shown = (line: Line): string => formatLine(line, figures);
  const lines = [
    shown(headline),
    ...sections.flatMap(({ title, lines: inside, table }) => [
      title,
      ...inside.map(shown),
      ...(table?.rows ?? []).map((cells) => cells.map(shown).join(" | ")),
    ]),
    ...missing.map(({ what, needed }) => `Missing: ${what}: ${needed}`),
    ...proposals.map(
      ({ decisionType, context, reason }) => `Proposes ${decisionType} ${JSON.stringify(context)}: ${reason}`,
    ),
  ];
  return lines.slice(0, maxLines);
}
