import { fence } from "#agency/prompt.ts";
import { documentNamed } from "#features/brain/documents/events.ts";
import * as documents from "#features/brain/documents/store.ts";
import * as rules from "#features/brain/extraction/rules.ts";
import * as graph from "#features/brain/graph/store.ts";
import * as passages from "#features/brain/store.ts";
import { accountedBy } from "#features/models/accounting/service.ts";
import { connectionFor } from "#features/models/connection/service.ts";
import { inBackground, onBehalfOf } from "#features/accounts/service.ts";
import type { Ctx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import type { FailureKind } from "#platform/model/failure.ts";

/** The job in which a language model looks for names in a document, after the rules did. */
export const extractJob = { name: "brain-names" };

/** Limits: passages per document, characters per request, and tokens per answer. */
const most = { passages: 120, characters: 6_000, output: 3_000 };
const purpose = "triage";
/** What says nothing about the next part of a document. */
const aboutOnePart: ReadonlySet<FailureKind> = new Set(["bad_output", "refused", "too_large"]);
/** Added to the call's own timeout, which normally ends it first. */
const graceMs = 5_000;

/** Adds the entities and relationships a language model finds in a document. Does nothing without a model. */
export async function extract(ctx: Ctx, documentId: string, askedBy: string | null): Promise<void> {
  const connection = await connectionFor(ctx, askedBy);
  if (!connection) return;
  const { title, texts } = await read(ctx, async (tx) => ({
    title: (await documents.find(tx, documentId))?.title ?? null,
    texts: await passages.byIds(tx, await documents.passageIds(tx, documentId, 0, most.passages)),
  }));
  if (title === null) return;
  const { hidesPersonalDetails, hiddenNames } = connection;
  const caller = { runId: null, agentId: null, purpose, paidBy: connection.setBy } as const;
  const found: rules.Extracted[] = [];
  let engine: string | null = null;
  for (const some of rules.inBatches(texts, most.characters)) {
    const numbered = some.map(({ content }, at) => `${at + 1}. ${content}`).join("\n\n");
    const outcome = await ctx.models.calls.call(
      connection,
      purpose,
      {
        instructions: rules.instructions,
        messages: [{ role: "user", text: fence(numbered, { origin: "external", source: "a document" }) }],
        output: rules.modelOutput,
        maxOutputTokens: most.output,
        hidesPersonalDetails,
        hiddenNames,
      },
      {
        company: ctx.company,
        signal: AbortSignal.timeout(ctx.models.calls.timeout + graceMs),
        ...accountedBy(ctx, caller),
      },
    );
    if (!outcome.ok) {
      ctx.log.info({ failure: outcome.failure.kind, document: documentId }, "a model read no names in a document");
      if (aboutOnePart.has(outcome.failure.kind)) continue;
      break;
    }
    ({ engine } = outcome);
    if (outcome.value) found.push(...rules.extractedFrom(outcome.value, some));
  }
  if (engine !== null) await storeFindings(ctx, { documentId, title, engine, askedBy }, found);
}

type Reading = { documentId: string; title: string; engine: string; askedBy: string | null };

async function storeFindings(
  ctx: Ctx,
  { documentId, title, engine, askedBy }: Reading,
  found: rules.Extracted[],
): Promise<void> {
  await write(ctx, async (tx) => {
    // A passage may have been deleted meanwhile.
    const remaining = new Set(
      (
        await passages.byIds(
          tx,
          found.map(({ passageId }) => passageId),
        )
      ).map(({ id }) => id),
    );
    const kept = found.filter(({ passageId }) => remaining.has(passageId));
    const ids = await graph.addEntities(
      tx,
      kept.flatMap(({ entities }) => entities),
    );
    const mentions = kept.flatMap(({ passageId, entities }) =>
      entities.flatMap((named) => {
        const entityId = graph.idIn(ids, named);
        return entityId ? [{ entityId, memoryId: passageId }] : [];
      }),
    );
    const relationships = kept.flatMap(({ passageId, relationships: related }) =>
      related.flatMap(({ source, target, type, context }) => {
        const [sourceId, targetId] = [graph.idIn(ids, source), graph.idIn(ids, target)];
        if (!sourceId || !targetId || sourceId === targetId) return [];
        return [{ sourceId, targetId, type, context, memoryId: passageId }];
      }),
    );
    await graph.addMentions(tx, mentions);
    await graph.addRelationships(tx, relationships);
    const details = {
      entities: new Set(mentions.map(({ entityId }) => entityId)).size,
      relationships: relationships.length,
      engine,
      ...inBackground(tx),
    };
    await record(await onBehalfOf(tx, askedBy), documentNamed(documentId, title, details));
  });
}
