// Loaded before the product (`node --import`): logs to a file which requests it began to read and which answers it sent
// completely, by the name in each request's x-load header. It subscribes to Node's own channels and changes nothing.
import diagnostics from "node:diagnostics_channel";
import { openSync, writeSync } from "node:fs";
import type { IncomingMessage } from "node:http";

const path = process.env["WATCH_REQUESTS"];
if (path) watch(openSync(path, "a"));

function watch(file: number): void {
  const logName = (what: string) => (message: unknown) => {
    const { request } = message as { request: IncomingMessage };
    const name = request.headers["x-load"];
    if (typeof name === "string") writeSync(file, `${what} ${name}\n`);
  };
  diagnostics.subscribe("http.server.request.start", logName("read"));
  diagnostics.subscribe("http.server.response.finish", logName("answered"));
}
