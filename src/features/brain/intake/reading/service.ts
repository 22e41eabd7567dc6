import type { Item } from "#features/brain/rules.ts";
import type { CommentRow } from "#features/communications/comments/since/store.ts";
import type { MessageRow } from "#features/communications/since/store.ts";
import type { ResolvedForecast, SettledDecision } from "#features/decisions/since/store.ts";
import type { CompletedTask } from "#features/tasks/since/store.ts";

/** What `sync` reads, in this order. */
export const sourceNames = ["communication", "comment", "decision", "outcome", "task"] as const;
export type SourceName = (typeof sourceNames)[number];

/** A row of a source: its place in the order (`at`, `id`), the run that wrote it, and the item to ingest, if any. */
export type SourceRow = { at: Date; id: string; runId: string | null; item: Item | null };

const importanceOf = { low: 4, medium: 6, high: 8 } as const;
const paragraphs = (...parts: (string | null | false)[]): string => parts.filter(Boolean).join("\n");

/** A notice that a proposal is pending has no item: it repeats the proposal, which is ingested once it is settled. */
export const readMessage = (row: MessageRow): SourceRow => ({
  at: row.createdAt,
  id: row.id,
  runId: row.runId,
  item:
    row.decisionId !== null && row.effectIndex === null
      ? null
      : {
          key: row.id,
          sourceId: row.id,
          content: paragraphs(row.subject, row.content),
          contentType: "message",
          importance: row.messageType === "internal" ? 4 : 5,
          tags: [row.messageType],
          happenedAt: row.createdAt,
          origin: row.origin,
          stream: `communication:${row.decisionId ?? row.runId ?? row.id}`,
        },
});

export const readComment = (row: CommentRow): SourceRow => ({
  at: row.createdAt,
  id: row.id,
  runId: row.runId,
  item: {
    key: row.id,
    sourceId: row.subjectId,
    content: `${row.authorName}: ${row.text}`,
    contentType: "comment",
    importance: 5,
    tags: [row.subject],
    happenedAt: row.createdAt,
    origin: row.origin,
    stream: `comment:${row.subjectId}`,
  },
});

export const readDecision = (row: SettledDecision): SourceRow => ({
  at: row.settledAt ?? row.createdAt,
  id: row.id,
  runId: null,
  item: {
    key: row.id,
    sourceId: row.id,
    content: paragraphs(
      `${row.status === "approved" ? "Approved" : "Rejected"}: ${row.title}`,
      row.recommendation,
      row.reason ? `Reason: ${row.reason}` : null,
    ),
    contentType: "decision",
    importance: importanceOf[row.impact],
    tags: [row.decisionType, row.status],
    happenedAt: row.settledAt ?? row.createdAt,
    origin: row.origin,
    stream: `decision:${row.id}`,
    position: 0,
  },
});

export const readOutcome = ({
  forecast,
  decision,
}: {
  forecast: ResolvedForecast;
  decision: SettledDecision;
}): SourceRow => ({
  at: forecast.resolvedAt ?? decision.createdAt,
  id: decision.id,
  runId: null,
  item: {
    key: `${decision.id}:${forecast.position}`,
    sourceId: decision.id,
    content: paragraphs(`${outcomeOf(forecast)}: ${forecast.claim}`, `Forecast of the decision: ${decision.title}`),
    contentType: "outcome",
    importance: 7,
    tags: [decision.decisionType, forecast.held ? "held" : "missed"],
    happenedAt: forecast.resolvedAt ?? decision.createdAt,
    origin: "system",
    stream: `decision:${decision.id}`,
    position: 1 + forecast.position,
  },
});

export const outcomeOf = ({ held }: Pick<ResolvedForecast, "held">): string =>
  held ? "Came true" : "Did not come true";

/** A question has no item: its answer is ingested as a message. */
export function readTask(row: CompletedTask): SourceRow {
  const { result, resultRunId, type } = row.metadata;
  const text = typeof result === "string" ? result : null;
  return {
    at: row.completionDate ?? row.updatedAt,
    id: row.id,
    runId: typeof resultRunId === "string" ? resultRunId : null,
    item:
      type === "user_question"
        ? null
        : {
            key: row.id,
            sourceId: row.id,
            content: paragraphs(
              `Completed: ${row.title}`,
              row.description !== row.title && row.description,
              text && `Result: ${text}`,
            ),
            contentType: "task",
            importance: importanceOf[row.priority] - 1,
            tags: [row.priority],
            happenedAt: row.completionDate ?? row.updatedAt,
            origin: row.origin,
            stream: `task:${row.id}`,
          },
  };
}
