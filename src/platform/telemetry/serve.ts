import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { AppError, notFound } from "#contract/errors.ts";
import type { Metrics } from "#platform/telemetry/registry.ts";

/** Serves /metrics to holders of the token; without a token the path is unknown. */
export function serveTelemetry(
  app: FastifyInstance,
  token: string | null,
  metrics: Metrics,
  refresh: () => Promise<void>,
): void {
  app.get("/metrics", async (request, reply) => {
    if (token === null) throw notFound();
    if (!isSame(request.headers.authorization ?? "", `Bearer ${token}`))
      throw new AppError("unauthorized", "Unauthorized");
    await refresh();
    return reply
      .header("Cache-Control", "no-store")
      .type("text/plain; version=0.0.4; charset=utf-8")
      .send(await metrics.text());
  });
}

/** Compares digests, so that timing reveals neither the length nor the first wrong character. */
const isSame = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted));
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
