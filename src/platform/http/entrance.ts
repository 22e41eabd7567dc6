import type { FastifyInstance } from "fastify";
import { AppError } from "#contract/errors.ts";
import type { Limits } from "#platform/http/limits.ts";

/** The only path that accepts connection upgrades. */
export const socketPath = "/ws";

/**
 * Counts every request against the flood limit, then refuses upgrades outside /ws, unknown expectations and a missing
 * Host. Node would answer the last two itself, uncounted.
 */
export function guardEntrance(app: FastifyInstance, limits: Limits): void {
  app.addHook("onRequest", async (request) => {
    const { url, ws, headers, raw } = request;
    if (ws || url !== "/livez") await limits.flood(request.ip);
    if (ws && request.routeOptions.url !== socketPath)
      throw new AppError("invalid", `Connection upgrades are only accepted at ${socketPath}`);
    const { expect, host } = headers;
    if (expect !== undefined && expect.toLowerCase() !== "100-continue")
      throw new AppError("expectation_failed", 'The only supported expectation is "100-continue"');
    if (host === undefined && raw.httpVersion === "1.1") throw new AppError("invalid", "The Host header is missing");
  });
}
