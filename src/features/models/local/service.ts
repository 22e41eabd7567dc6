import { z } from "zod";
import type { Answer } from "#contract/endpoint.ts";
import type { findLocalModels } from "#features/models/contract.ts";
import type { Ctx } from "#platform/context.ts";
import { OutFault } from "#platform/http-out/fault.ts";
import { providerIds } from "#platform/model/connection.ts";
import { providers } from "#platform/model/providers.ts";

/** What servers that speak OpenAI's API answer to /models. */
const listed = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })).max(1_000) });
const mostShown = 20;
/** Models that only make vectors answer no questions. */
const isForVectors = (name: string): boolean => /embed/i.test(name);

/**
 * Model servers on this machine: asked only at the products' own default addresses on loopback, which nobody can change.
 * One that does not answer at once, or oddly, is not there.
 */
export async function findLocal(ctx: Ctx): Promise<Answer<typeof findLocalModels>> {
  // Where companies may not call this machine, a server on it is no use to them.
  if (!ctx.models.allowsPrivate) return [];
  const asked = providerIds.map(async (provider) => {
    const { baseUrl, label, isLocal } = providers[provider];
    if (!isLocal || !baseUrl || !["127.0.0.1", "[::1]"].includes(new URL(baseUrl).hostname)) return [];
    const request = { url: `${baseUrl}/models`, timeoutMs: 1_500, mostBytes: 256 * 1024, isOperators: true };
    try {
      const { status, body } = await ctx.http.call({ company: ctx.company }, request);
      const parsed = status === 200 ? listed.safeParse(JSON.parse(Buffer.from(body).toString())) : null;
      const models = (parsed?.data?.data ?? []).map(({ id }) => id).filter((id) => !isForVectors(id));
      return models.length > 0 ? [{ provider, label: label ?? provider, models: models.slice(0, mostShown) }] : [];
    } catch (error) {
      if (error instanceof OutFault || error instanceof SyntaxError) return [];
      throw error;
    }
  });
  return (await Promise.all(asked)).flat();
}
