import type { FastifyInstance } from "fastify";
import { AppError } from "#contract/errors.ts";
import type { Space } from "#platform/space.ts";

const reads = new Set(["GET", "HEAD", "OPTIONS"]);
const retryAfter = 10;

/** While the disk is full, refuses every call that would write. */
export function refuseWrites(app: FastifyInstance, space: Space): void {
  app.addHook("onRequest", async (request) => {
    if (reads.has(request.method) || (await space.state()) !== "full") return;
    throw new AppError(
      "unavailable",
      "The disk is full: nothing can be saved until space is freed. Reading still works.",
      {
        retryAfter,
      },
    );
  });
  app.addHook("onError", async (_request, _reply, error) => space.reportError(error));
}
