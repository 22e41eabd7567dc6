// The product on its embedded database as a process of its own, with a door for rows by the thousand and for floors on the
// same engine: POST {text, values} runs a statement as the owner; with {isFloor: true} it opens a floor and gives its address.
import fastify from "fastify";
import { growYoungHeap, keepYoungHeapSmall } from "#app/young-heap.ts";

keepYoungHeapSmall();
const { compose } = await import("#app/compose.ts");
const { readConfig } = await import("#platform/config.ts");
const { openFloor } = await import("./floor.ts");

const config = readConfig(process.env);
const { app, connectOwner } = await compose(config);
const owner = connectOwner();
await owner.connect();

const door = fastify();
door.post<{ Body: { text: string; values?: unknown[]; isFloor?: boolean } }>("/", async ({ body }) => {
  const { text, values = [], isFloor } = body;
  const name = isFloor ? { name: crypto.randomUUID() } : {};
  const ask = async (more: unknown[]) => (await owner.query({ ...name, text, values: [...values, ...more] })).rows;
  return isFloor ? { url: await openFloor(ask) } : ask([]);
});
console.log(`Door: ${await door.listen({ port: 0, host: "127.0.0.1" })}`);
await app.listen({ port: config.port, host: config.host });
console.log(`Boardroom is ready: ${config.publicUrl.origin}`);
growYoungHeap();
