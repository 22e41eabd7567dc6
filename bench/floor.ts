// The floor: bare Fastify and one statement through `pg`, nothing of the product. `node bench/floor.ts <text> [values]`
import fastify from "fastify";
import pg from "pg";

const [text = "SELECT 1", values = "[]"] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = fastify();
app.get("/", async () => (await pool.query({ name: "floor", text, values: JSON.parse(values) as unknown[] })).rows);
await app.listen({ port: 0, host: "127.0.0.1" });
process.stdout.write(`${app.listeningOrigin}\n`);
