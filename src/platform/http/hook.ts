import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { AppError, notFound } from "#contract/errors.ts";
import { now } from "#platform/clock.ts";
import type { CompanyId, Platform } from "#platform/context.ts";
import { addressKey } from "#platform/http/limits.ts";
import type { Serving } from "#platform/http/serve.ts";
import { hashToken } from "#platform/http/session.ts";
import { readSigned } from "#platform/http/signature.ts";
import { databaseFor } from "#platform/http/turns.ts";

/** Whom the token of an address belongs to, and the secrets its messages are signed with. */
export type HookAddress = {
  company: CompanyId;
  id: string;
  secrets: readonly string[];
  /** How its messages are signed, where the address says it. */
  verify?: Verify;
};
type Verify = (
  headers: IncomingHttpHeaders,
  bytes: Buffer,
  secrets: readonly string[],
) => { id: string; at: Date } | null;
/** A message whose signature was checked. */
export type HookMessage = { id: string; at: Date; bytes: Buffer; receivedAt: Date };

/** Where programs outside post messages: neither a session nor a browser, but an address and a signature. */
export type HookRoute = {
  /** With a `:token`, of which only the hash is stored. */
  path: string;
  find: (platform: Platform, tokenHash: Buffer, token: string) => Promise<HookAddress | null>;
  /** The id and time that the signature of these raw bytes covers; null if it is forged. By default Standard Webhooks. */
  verify?: Verify;
  /** What the sender expects as the answer to a message that was taken; by default 202 and that it was received. */
  answer?: (message: HookMessage) => string | object;
  /** Stores the message with its job, once for each id; what it holds is read by the job. */
  take: (
    platform: Platform,
    address: HookAddress,
    message: HookMessage,
  ) => Promise<"taken" | "repeated" | "other content">;
};

const longestHook = 1024 * 1024;
/** How far the sender's clock may be from ours. An older message is refused, so ids need not be kept for ever. */
const mostSkewMs = 5 * 60_000;

const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** Serves hook routes: size, address limit, token, signature, time, hook limit and id are checked in that order. */
export async function serveHooks(app: FastifyInstance, hooks: readonly HookRoute[], serving: Serving): Promise<void> {
  const { limits, turns } = serving;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    for (const { path, find, verify = readSigned, answer, take } of hooks)
      scope.post<{ Params: { token: string } }>(path, {
        bodyLimit: longestHook,
        onRequest: (request) => limits.take("hookAddress", addressKey(request.ip)),
        handler: async (request, reply) => {
          const { token } = request.params;
          const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          const { database } = serving.platform;
          const platform = { ...serving.platform, database: databaseFor(request, database) };
          const receivedAt = now();
          // Wrong messages are counted by address and hook, so that they hold up no other hook behind the same address.
          const guess = <T>(of: string, attempt: () => Promise<T | null>) =>
            limits.guess(request, [["hookGuess", `${addressKey(request.ip)} ${of}`]], attempt);
          const address = await turns.take(
            request,
            async () =>
              (isToken(token) && (await find(platform, hashToken(token), token))) || guess("", async () => null),
          );
          if (!address) throw notFound();
          const check = address.verify ?? verify;
          const signed = await guess(address.id, async () => check(request.headers, bytes, address.secrets));
          if (!signed)
            throw new AppError("unauthorized", "The signature does not match. Check the secret and what is signed.");
          if (Math.abs(receivedAt.getTime() - signed.at.getTime()) > mostSkewMs)
            throw new AppError("unauthorized", "The message is more than five minutes old, or from the future.");
          await limits.take("hook", address.id);
          const message = { ...signed, bytes, receivedAt };
          const taken = await turns.take(request, () => take(platform, address, message));
          if (taken === "other content")
            throw new AppError("unprocessable", "Another message with this webhook-id was received before.");
          if (answer) return reply.code(200).header("Cache-Control", "no-store").send(answer(message));
          return reply.code(202).header("Cache-Control", "no-store").send({ received: true });
        },
      });
  });
}
