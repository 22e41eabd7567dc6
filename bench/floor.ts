// The floor: bare Fastify and one statement through `pg`, nothing of the product. `node bench/floor.ts <text> [values]`
// GET / runs it with the values, POST / with those and the fields of the body in their order.
import fastify from "fastify";
import pg from "pg";

const [text = "SELECT 1", values = "[]"] = process.argv.slice(2);
const given = JSON.parse(values) as unknown[];
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = fastify();
const ask = async (more: unknown[]) => (await pool.query({ name: "floor", text, values: [...given, ...more] })).rows;
app.get("/", () => ask([]));
app.post("/", ({ body }) => ask(Object.values(body as object)));
await app.listen({ port: 0, host: "127.0.0.1" });
process.stdout.write(`${app.listeningOrigin}\n`);
