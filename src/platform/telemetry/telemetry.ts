import { makeRegistry, type Labels, type Registry } from "#platform/telemetry/registry.ts";

/** What is counted as it happens, by `count(name, labels)`. A new one is a line here. */
const counters = {
  rate_limit_refusals: "Calls refused with 429, by the bucket that was empty.",
  unreadable_requests: "Connections answered without a request, as it could not be read.",
  turned_away: "Requests answered with 503 before anything was done, as too many were under way.",
  failed_sign_ins: "Sign-ins with a wrong password or a name nobody has.",
  sockets_closed: "Sockets this instance closed, by why.",
  job_failures: "Attempts at a job that failed, by kind.",
  anchor_copy_failures: "Attempts to copy the anchors to ANCHORS_COPY that failed.",
  cross_company_attempts: "Requests and sockets that named another company's rows, or another company.",
  cross_company_unchecked: "Refused requests that came too fast to be looked at for another company's rows.",
  engine_replacements: "Times the embedded database engine was replaced under the running program.",
} as const;
type Counter = keyof typeof counters;

/** Counts one event. Labels come from short closed lists: never a company, a person, an address or a text. */
export type Count = (name: Counter, labels?: Labels) => void;

export type Telemetry = {
  registry: Registry;
  count: Count;
  /** Counts one answered request. */
  request(route: string, status: number, seconds: number): void;
};

/** Gives what this instance measures itself with. */
export function openTelemetry(): Telemetry {
  const registry = makeRegistry();
  const cells = Object.fromEntries(
    Object.entries(counters).map(([name, help]) => [name, registry.counter(`boardroom_${name}_total`, help)]),
  ) as Record<Counter, ReturnType<Registry["counter"]>>;
  // What has no labels is known to be zero from the start.
  for (const name of [
    "unreadable_requests",
    "turned_away",
    "failed_sign_ins",
    "engine_replacements",
    "anchor_copy_failures",
    "cross_company_attempts",
    "cross_company_unchecked",
  ] as const)
    cells[name]();
  return {
    registry,
    count: (name, labels) => void (cells[name](labels).value += 1),
    request: requestCounter(registry),
  };
}

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Every file of the browser part is a route of its own; one line is enough for all of them. */
const isCall = (route: string): boolean => /^[A-Z]+ (\/(api|ws|livez|readyz|metrics)(\/|$)|unknown$)/.test(route);

function requestCounter(registry: Registry): Telemetry["request"] {
  const answers = registry.counter("boardroom_http_requests_total", "Requests answered, by route and status.");
  const durations = registry.histogram(
    "boardroom_http_request_duration_seconds",
    "Time from the request's arrival to the end of its answer, by route.",
    bounds,
  );
  type Known = { duration: ReturnType<typeof durations>; byStatus: Map<number, ReturnType<typeof answers>> };
  const known = new Map<string, Known>();
  const meet = (route: string): Known => {
    const found = { duration: durations({ route: isCall(route) ? route : "browser part" }), byStatus: new Map() };
    known.set(route, found);
    return found;
  };
  return (route, status, seconds) => {
    const { duration, byStatus } = known.get(route) ?? meet(route);
    duration.observe(seconds);
    let cell = byStatus.get(status);
    if (!cell) {
      cell = answers({ route: isCall(route) ? route : "browser part", status: String(status) });
      byStatus.set(status, cell);
    }
    cell.value += 1;
  };
}
