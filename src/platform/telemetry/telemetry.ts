import { makeMetrics, type Metrics } from "#platform/telemetry/registry.ts";

/** Counters for `count(name, labels)`: help text and label names. */
const counters = {
  rate_limit_refusals: ["Calls refused with 429, by the bucket that was empty.", "bucket"],
  unreadable_requests: ["Connections refused because the request was unreadable."],
  byte_refusals: ["Bodies and answers refused because too many bytes were under way.", "scope"],
  slow_connections: ["Connections ended because a body or an answer moved too slowly.", "way"],
  turned_away: ["Requests refused with 503 because the server was at capacity."],
  failed_sign_ins: ["Sign-ins with a wrong password or unknown name."],
  deliveries: ["Deliveries sent, given up or tried again, by kind and result.", "kind", "result"],
  leads: ["Requests for a demo from the public pages."],
  sockets_closed: ["Sockets this instance closed, by reason.", "why"],
  model_calls: ["Requests to language models, by result.", "result"],
  job_failures: ["Attempts at a job that failed, by kind.", "kind"],
  alert_failures: ["Attempts to deliver an alert to ALERT_WEBHOOK_URL or ALERT_MAIL that failed."],
  log_copy_failures: ["Attempts to post log lines to LOG_COPY that failed; they are repeated."],
  anchor_copy_failures: ["Attempts to copy the anchors to ANCHORS_COPY that failed."],
  cross_company_attempts: ["Requests and sockets that named another company's rows, or another company."],
  cross_company_unchecked: ["Refused requests not checked for another company's rows because too many came at once."],
  engine_replacements: ["Times the embedded database engine was replaced under the running program."],
} as const;
type Counter = keyof typeof counters;

type LabelOf<Name extends Counter> = (typeof counters)[Name] extends readonly [string, infer Label extends string]
  ? Label
  : never;

/** Counts one event. Labels come from short closed lists: never a company, a person, an address or a text. */
export type Count = <Name extends Counter>(name: Name, labels?: Record<LabelOf<Name>, string>) => void;

export type Telemetry = {
  metrics: Metrics;
  count: Count;
  /** Counts one answered request. */
  request(route: string, status: number, seconds: number): void;
};

export function openTelemetry(): Telemetry {
  const metrics = makeMetrics();
  const metricsByName = new Map(
    Object.entries(counters).map(([name, [help, ...labels]]) => [
      name,
      metrics.counter<string>(`boardroom_${name}_total`, help, labels),
    ]),
  );
  return {
    metrics,
    count: (name, labels) => metricsByName.get(name)?.inc(labels ?? {}),
    request: requestCounter(metrics),
  };
}

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Files of the browser part share one label. */
const isCall = (route: string): boolean => /^[A-Z]+ (\/(api|ws|livez|readyz|metrics)(\/|$)|unknown$)/.test(route);

function requestCounter(metrics: Metrics): Telemetry["request"] {
  const answers = metrics.counter("boardroom_http_requests_total", "Requests answered, by route and status.", [
    "route",
    "status",
  ]);
  const durations = metrics.histogram(
    "boardroom_http_request_duration_seconds",
    "Time from the request's arrival to the end of its answer, by route.",
    bounds,
    ["route"],
  );
  return (path, status, seconds) => {
    const route = isCall(path) ? path : "browser part";
    durations.observe({ route }, seconds);
    answers.inc({ route, status: String(status) });
  };
}
