import type { Metrics } from "#platform/telemetry/registry.ts";

/** Each sample wakes an idle process. */
const resolutionMs = 100;
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 5];

/** Measures memory, processor time, uptime and event loop lag. Returns a function that stops it. */
export function watchProcess(metrics: Metrics): () => void {
  const startedAt = performance.timeOrigin / 1000;
  const memory = () => process.memoryUsage();
  metrics.gauge("process_start_time_seconds", "When the process started, in Unix time.", () => startedAt);
  metrics.gauge("boardroom_uptime_seconds", "How long the process has run.", () => process.uptime());
  metrics.gauge("process_resident_memory_bytes", "Memory the process holds.", () => memory().rss);
  metrics.gauge(
    "boardroom_memory_bytes",
    "Memory of the main thread by part; the embedded engine has a thread of its own and shows in the resident memory alone.",
    () => {
      const { heapUsed, heapTotal, external } = memory();
      return [
        { labels: { part: "heap_used" }, value: heapUsed },
        { labels: { part: "heap_total" }, value: heapTotal },
        { labels: { part: "external" }, value: external },
      ];
    },
    ["part"],
  );
  metrics.gauge("boardroom_processor_seconds", "Processor time used since the start.", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });

  const lag = metrics.histogram(
    "boardroom_event_loop_lag_seconds",
    "The longest wait for the event loop within each second.",
    bounds,
  );
  let [sampledAt, observedAt, longestMs] = [performance.now(), performance.now(), 0];
  const timer = setInterval(() => {
    const now = performance.now();
    // Time beyond the interval is lag.
    longestMs = Math.max(longestMs, now - sampledAt - resolutionMs);
    sampledAt = now;
    if (now - observedAt < 1_000) return;
    lag.observe(longestMs / 1e3);
    [observedAt, longestMs] = [now, 0];
  }, resolutionMs).unref();
  return () => clearInterval(timer);
}
