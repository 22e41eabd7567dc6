import type { FastifyInstance } from "fastify";
import { AppError } from "#contract/errors.ts";
import { refuseTokenInAddress } from "#platform/http/bearer.ts";
import type { Limits } from "#platform/http/limits.ts";

/** The only path that accepts connection upgrades. */
export const socketPath = "/ws";

/**
 * Counts every request against the flood limit, then refuses API tokens in addresses, upgrades outside /ws, unknown expectations and a missing or
 * second Host. Node would answer the missing one and the expectation itself, uncounted, and take the first of two hosts.
 */
export function guardEntrance(app: FastifyInstance, limits: Limits): void {
  app.addHook("onRequest", async (request) => {
    const { url, ws, headers, raw } = request;
    if (ws || url !== "/livez") await limits.flood(request.ip);
    refuseTokenInAddress(url);
    if (ws && request.routeOptions.url !== socketPath)
      throw new AppError("invalid", `Connection upgrades are only accepted at ${socketPath}`);
    const { expect, host } = headers;
    if (expect !== undefined && expect.toLowerCase() !== "100-continue")
      throw new AppError("expectation_failed", 'The only supported expectation is "100-continue"');
    if (host === undefined && raw.httpVersion === "1.1") throw new AppError("invalid", "The Host header is missing");
    if (countOf(raw.rawHeaders, "host") > 1) throw new AppError("invalid", "Send one Host header");
  });
}

/** How often a header was sent; `raw` holds names and values in turn. */
const countOf = (raw: readonly string[], name: string): number =>
  raw.reduce(
    (count, text, at) => count + Number(at % 2 === 0 && text.length === name.length && text.toLowerCase() === name),
    0,
  );
