// The floor: bare Fastify and one statement through `pg`, nothing of the product. `node bench/floor.ts <text> [values]`
// GET / runs it with the values, POST / with those and the fields of the body in their order.
import compress from "@fastify/compress";
import fastify from "fastify";
import pg from "pg";
import { compression } from "#platform/http/server.ts";

/** Opens a floor over what runs its statement. Rows are compressed as the product's are; a row's `gzip` is sent as it is. */
export async function openFloor(ask: (values: unknown[]) => Promise<{ gzip?: unknown }[]>): Promise<string> {
  const app = fastify();
  await app.register(compress, compression);
  app.get("/", async (_request, reply) => {
    const rows = await ask([]);
    const gzip = rows[0]?.gzip;
    return gzip ? reply.header("Content-Encoding", "gzip").type("application/json; charset=utf-8").send(gzip) : rows;
  });
  app.post("/", ({ body }) => ask(Object.values(body as object)));
  return app.listen({ port: 0, host: "127.0.0.1" });
}

if (import.meta.main) {
  const [text = "SELECT 1", values = "[]"] = process.argv.slice(2);
  const given = JSON.parse(values) as unknown[];
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
  const url = await openFloor(
    async (more) => (await pool.query({ name: "floor", text, values: [...given, ...more] })).rows,
  );
  process.stdout.write(`${url}\n`);
}
