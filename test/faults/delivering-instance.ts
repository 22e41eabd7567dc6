import type { AddressInfo } from "node:net";
import { compose } from "#app/compose.ts";
import { readConfig } from "#platform/config.ts";

/** The product as a process of its own, with what only tests have: the `rooms` of a file beside this one. */
const { rooms } = (await import(process.env["TRIAL_ROOMS"] ?? "./delivering.ts")) as typeof import("./delivering.ts");
const { app } = await compose(readConfig(), rooms);
await app.listen({ port: 0, host: "127.0.0.1" });
process.stdout.write(`Boardroom is ready: http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`);
