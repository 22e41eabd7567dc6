import type { FastifyInstance } from "fastify";
import type { Database } from "#platform/db/database.ts";
import type { DiskState, Space } from "#platform/space.ts";
import { version } from "#platform/version.ts";

/** Serves health checks for operators and load balancers; they reveal nothing internal. */
export function serveHealth(app: FastifyInstance, database: Database, space: Space): void {
  let pending: Promise<boolean> | null = null;
  /** At most one query a second to the database, however many ask. */
  const isReady = (): Promise<boolean> => {
    if (pending) return pending;
    const timeout = new Promise<false>((resolve) => setTimeout(resolve, 1_000, false).unref());
    const answered = database.query("SELECT 1").then(
      () => true,
      () => false,
    );
    const writes = space.state().then((state) => state !== "full");
    pending = Promise.race([Promise.all([answered, writes]).then((all) => all.every(Boolean)), timeout]);
    setTimeout(() => {
      pending = null;
    }, 1_000).unref();
    return pending;
  };
  app.get("/livez", async (_request, reply) => reply.type("text/plain").send("ok"));
  app.get("/readyz", async (_request, reply) => {
    const ready = await isReady();
    return reply
      .code(ready ? 200 : 503)
      .type("text/plain")
      .send(ready ? "ready" : "not ready");
  });
  app.get("/api/health", async (_request, reply) => {
    const ready = await isReady();
    const warning = warnings[await space.state()];
    const status = ready ? "ok" : "degraded";
    return reply.code(ready ? 200 : 503).send({ status, version, ...(warning ? { warning } : {}) });
  });
}

const warnings: Record<DiskState, string | null> = {
  enough: null,
  low: "The disk is nearly full.",
  full: "The disk is full: nothing can be saved.",
};
