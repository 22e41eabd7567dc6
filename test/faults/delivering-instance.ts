import type { AddressInfo } from "node:net";
import { compose } from "#app/compose.ts";
import { readConfig } from "#platform/config.ts";
import { rooms } from "./delivering.ts";

/** The product as a process of its own, with a kind of delivery that only tests have. */
const { app } = await compose(readConfig(), rooms);
await app.listen({ port: 0, host: "127.0.0.1" });
process.stdout.write(`Boardroom is ready: http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`);
