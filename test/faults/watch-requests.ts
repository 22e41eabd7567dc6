// Loaded before the product (`node --import`): notes in a file which requests it began to read and which answers it
// handed over whole, by the name each request carries. It listens to Node itself and changes nothing.
import diagnostics from "node:diagnostics_channel";
import { openSync, writeSync } from "node:fs";
import type { IncomingMessage } from "node:http";

const path = process.env["WATCH_REQUESTS"];
if (path) watch(openSync(path, "a"));

function watch(file: number): void {
  const note = (what: string) => (message: unknown) => {
    const { request } = message as { request: IncomingMessage };
    const name = request.headers["x-load"];
    if (typeof name === "string") writeSync(file, `${what} ${name}\n`);
  };
  diagnostics.subscribe("http.server.request.start", note("read"));
  diagnostics.subscribe("http.server.response.finish", note("answered"));
}
