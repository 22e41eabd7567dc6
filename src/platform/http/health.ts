import type { FastifyInstance } from "fastify";
import type { Database } from "#platform/db/database.ts";
import type { Room, Space } from "#platform/space.ts";
import { version } from "#platform/version.ts";

/** Serves what operators and load balancers ask; none of it tells anything inner. */
export function serveHealth(app: FastifyInstance, database: Database, space: Space): void {
  let asked: Promise<boolean> | null = null;
  /** One question a second to the database, however many ask. */
  const isReady = (): Promise<boolean> => {
    if (asked) return asked;
    const late = new Promise<false>((resolve) => setTimeout(resolve, 1_000, false).unref());
    const answered = database.query("SELECT 1").then(
      () => true,
      () => false,
    );
    const writes = space.room().then((room) => room !== "full");
    asked = Promise.race([Promise.all([answered, writes]).then((all) => all.every(Boolean)), late]);
    setTimeout(() => {
      asked = null;
    }, 1_000).unref();
    return asked;
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
    const warning = warnings[await space.room()];
    const status = ready ? "ok" : "degraded";
    return reply.code(ready ? 200 : 503).send({ status, version, ...(warning ? { warning } : {}) });
  });
}

const warnings: Record<Room, string | null> = {
  enough: null,
  low: "The disk is nearly full.",
  full: "The disk is full: nothing can be saved.",
};
