import { AppError } from "#contract/errors.ts";
import { includesRole } from "#contract/roles.ts";
import { contextOf } from "#features/accounts/service.ts";
import { begin } from "#features/integrations/oauth/service.ts";
import * as begun from "#features/mailroom/beginning/contract.ts";
import * as beginning from "#features/mailroom/beginning/service.ts";
import * as calls from "#features/mailroom/contract.ts";
import { routes as learning } from "#features/mailroom/learning/routes.ts";
import { passNow } from "#features/mailroom/passing/service.ts";
import * as service from "#features/mailroom/service.ts";
import type { Ctx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { sessionOf } from "#platform/http/caller.ts";
import { type PublicContext, type Route, route } from "#platform/http/route.ts";
import type { PageRoute } from "#platform/http/serve-page.ts";

async function processNow(ctx: Ctx): Promise<calls.PassCounts> {
  const sum: calls.PassCounts = { found: 0, drafted: 0, held: 0, skipped: 0, needsYou: 0, remaining: 0 };
  for (const id of await service.toProcess(ctx))
    for (const [name, count] of Object.entries(await passNow(ctx, id))) sum[name as keyof typeof sum] += count;
  return sum;
}

export const routes: readonly Route[] = [
  route(calls.getEmailStatus, (ctx) => read(ctx, service.statusOf)),
  route(calls.startProcessing, (ctx) => service.start(ctx)),
  route(calls.stopProcessing, (ctx) => service.stop(ctx)),
  route(calls.processNow, processNow),
  route(calls.listMailboxes, (ctx) => read(ctx, service.mailboxesOf)),
  route(calls.connectMailbox, (ctx, { body }) => service.connect(ctx, body)),
  route(calls.changeMailbox, (ctx, { params, body }) => service.changeBox(ctx, params.id, body)),
  route(calls.removeMailbox, (ctx, { params }) => service.removeBox(ctx, params.id)),
  route(calls.listLetters, (ctx, { query }) => read(ctx, (tx) => service.lettersOf(tx, query))),
  route(calls.listThreads, (ctx, { query }) => read(ctx, (tx) => service.threadsOf(tx, query))),
  route(calls.getLetter, (ctx, { params }) => read(ctx, (tx) => service.showLetter(tx, params.id))),
  route(calls.editDraft, (ctx, { params, body }) => service.edit(ctx, params.id, body.text)),
  route(calls.sendDraft, (ctx, { params }) => service.send(ctx, params.id)),
  route(calls.undoSending, (ctx, { params }) => service.undo(ctx, params.id)),
  route(calls.discardDraft, (ctx, { params }) => service.discard(ctx, params.id)),
  route(calls.denySender, (ctx, { params }) => service.deny(ctx, params.id)),
  route(calls.allowSender, (ctx, { params }) => service.allow(ctx, params.id)),
  route(begun.beginLetter, (ctx, { body }) => beginning.beginNow(ctx, body)),
  route(begun.sendLetter, (ctx, { body }) =>
    write(ctx, async (tx) => {
      const { letterId, decisionId } = await beginning.beginNow(tx, body);
      // Without a decision it is on its way already.
      if (decisionId !== null) await service.send(tx, letterId);
      return { letterId };
    }),
  ),
  route(begun.recallLetter, (ctx, { params }) => service.recall(ctx, params.id)),
  route(begun.listTemplates, (ctx) => read(ctx, beginning.templates)),
  route(begun.changeTemplate, (ctx, { params, body }) => beginning.changeTemplate(ctx, params.kind, body)),
  route(begun.resetTemplate, (ctx, { params }) => beginning.resetTemplate(ctx, params.kind)),
  route(calls.assignLetter, (ctx, { params, body }) => service.assign(ctx, params.id, body.role)),
  ...learning,
];

/** Leads to Google's page, or to where its credentials are entered. */
async function beginGmail(ctx: PublicContext): Promise<string> {
  const { caller: session, publicUrl } = ctx;
  if (!session || session.scopes) return "/auth";
  if (session.isLimited || !includesRole(session.role, "admin")) return "/mail?setup=admin";
  const { company, userId: id, role, username, sealedKey } = session;
  const as = contextOf(ctx, company, { kind: "user", id, role, username, sealedKey });
  return begin(as, "gmail", { session: sessionOf(session), publicUrl }).catch((error: unknown) => {
    if (error instanceof AppError) return "/mail?setup=gmail";
    throw error;
  });
}

export const pages: readonly PageRoute[] = [{ path: calls.gmailPath, handle: beginGmail }];
