import { startPath } from "#features/accounts/provider/contract.ts";
import * as calls from "#features/accounts/provider/contract.ts";
import * as service from "#features/accounts/provider/service.ts";
import { startSession } from "#features/accounts/service.ts";
import { read } from "#platform/db/transaction.ts";
import { returnPath } from "#platform/http/provider.ts";
import { type PublicContext, type Route, route } from "#platform/http/route.ts";
import type { PageRoute } from "#platform/http/serve-page.ts";

/** The page to send the browser to; after a refusal, `page` with the reason. */
async function orRefusalPage(ctx: PublicContext, page: string, work: Promise<string>): Promise<string> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof service.Refused)) throw error;
    ctx.log.info(
      { event: "security", why: error.why, address: ctx.request.ip },
      "a sign-in at the provider was refused",
    );
    return `${page}?refused=${error.why}`;
  }
}

async function finish(ctx: PublicContext): Promise<string> {
  const answer = await service.finish(ctx);
  if (!answer) return "/account?linked=1";
  if ("token" in answer) {
    await startSession(ctx, answer);
    return "/";
  }
  const { token, authenticator, passkey } = answer.secondFactor;
  // In the hash, so that no server or proxy logs it.
  return `/auth#${token},${Number(authenticator)},${Number(passkey)}`;
}

/** The only addresses whose GET changes something: the second one uses up a one-time state. */
export const pages: readonly PageRoute[] = [
  {
    path: startPath,
    handle: (ctx) => {
      const isLink = "link" in (ctx.request.query as object);
      return orRefusalPage(ctx, isLink ? "/account" : "/auth", service.begin(ctx, isLink));
    },
  },
  { path: returnPath, handle: (ctx) => orRefusalPage(ctx, ctx.caller ? "/account" : "/auth", finish(ctx)) },
];

export const routes: readonly Route[] = [
  route(calls.getLink, (ctx, _input, { provider }) => read(ctx, (tx) => service.show(tx, provider?.name ?? null))),
  route(calls.removeLink, (ctx, _input, { provider, session }) => service.unlink(ctx, session, provider?.name ?? null)),
];
