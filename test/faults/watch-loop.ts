// Loaded before the product (`node --import`): keeps in a file by how much the event loop was late since the first
// request. What runs before it, the start itself, keeps nobody waiting.
import diagnostics from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

const resolution = 10;
const path = process.env["WATCH_LOOP"];
if (path) watch(path);

function watch(file: string): void {
  const delay = monitorEventLoopDelay({ resolution });
  const begin = () => {
    diagnostics.unsubscribe("http.server.request.start", begin);
    delay.enable();
    // The monitor counts its own pause as well.
    const ms = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution);
    const note = () =>
      writeFileSync(
        file,
        JSON.stringify({ p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), max: ms(delay.max) }),
      );
    setInterval(note, 250).unref();
  };
  diagnostics.subscribe("http.server.request.start", begin);
}
