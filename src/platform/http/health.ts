import type { FastifyInstance } from "fastify";
import type { Database } from "#platform/db/database.ts";

/** Serves what operators and load balancers ask; none of it tells anything inner. */
export function serveHealth(app: FastifyInstance, database: Database): void {
  const isReady = async (): Promise<boolean> => {
    const late = new Promise<false>((resolve) => setTimeout(resolve, 1_000, false).unref());
    const answered = database.query("SELECT 1").then(
      () => true,
      () => false,
    );
    return Promise.race([answered, late]);
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
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ok" : "degraded" });
  });
}
