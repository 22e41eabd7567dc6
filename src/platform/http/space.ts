import type { FastifyInstance } from "fastify";
import { AppError } from "#contract/errors.ts";
import type { Space } from "#platform/space.ts";

const reads = new Set(["GET", "HEAD", "OPTIONS"]);
const retryAfter = 10;

/** While the disk is full every call that would write is answered in words, before anything was begun. */
export function refuseWrites(app: FastifyInstance, space: Space): void {
  app.addHook("onRequest", async (request) => {
    if (reads.has(request.method) || (await space.room()) !== "full") return;
    throw new AppError(
      "unavailable",
      "The disk is full: nothing can be saved until there is room. Reading still works.",
      {
        retryAfter,
      },
    );
  });
  app.addHook("onError", async (_request, _reply, error) => space.heard(error));
}
