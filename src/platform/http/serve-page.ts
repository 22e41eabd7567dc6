import type { FastifyInstance } from "fastify";
import { now } from "#platform/clock.ts";
import type { PublicContext } from "#platform/http/route.ts";
import type { Serving } from "#platform/http/serve.ts";
import { readToken, sessionCredential } from "#platform/http/session.ts";
import { databaseFor } from "#platform/http/turns.ts";

/** A path that redirects the browser, or answers with a file. */
export type PageRoute = { path: string; handle(ctx: PublicContext): Promise<string | { type: string; body: string }> };

export function servePage(app: FastifyInstance, page: PageRoute, serving: Serving): void {
  const { config, limits, gate } = serving;
  app.get(page.path, async (request, reply) => {
    const token = readToken(request, config.secure);
    const caller = token ? await gate(sessionCredential(token), now()) : null;
    await limits.spend(request, "anonymous", caller, async () => false);
    const { secure, publicUrl, registration } = config;
    const platform = { ...serving.platform, database: databaseFor(request, serving.platform.database) };
    const origin = { requestId: request.id, address: request.ip, userAgent: request.headers["user-agent"] ?? "" };
    const sent = { request, reply, origin, caller, limits, secure, publicUrl, provider: serving.provider };
    const found = await page.handle({ ...platform, ...sent, now: now(), registration });
    reply.header("Cache-Control", "no-store");
    return typeof found === "string" ? reply.redirect(found, 303) : reply.type(found.type).send(found.body);
  });
}
