import { OutFault } from "#platform/http-out/fault.ts";

/** How many requests go to one destination at once; further ones wait. */
const atOnce = 6;
/** The longest a destination is left alone at its own wish, in milliseconds. */
const longestRestMs = 3_600_000;

type Lane = { underWay: number; waiting: (() => void)[]; restsUntil: number };

/** Requests to one destination share a lane: a few at a time, none while the server asks to be left alone. */
export class Pace {
  readonly #lanes = new Map<string, Lane>();

  /** Waits for a turn; the result ends it. Throws while the destination rests. */
  async enter(key: string, host: string, signal: AbortSignal): Promise<() => void> {
    const lane = this.#lanes.get(key) ?? { underWay: 0, waiting: [], restsUntil: 0 };
    this.#lanes.set(key, lane);
    if (lane.underWay >= atOnce) {
      const turn = Promise.withResolvers<void>();
      lane.waiting.push(turn.resolve);
      const give = () => turn.reject(signal.reason as Error);
      signal.addEventListener("abort", give, { once: true });
      try {
        await turn.promise;
      } catch (error) {
        lane.waiting = lane.waiting.filter((one) => one !== turn.resolve);
        throw error;
      } finally {
        signal.removeEventListener("abort", give);
      }
    } else lane.underWay += 1;
    const restMs = lane.restsUntil - performance.now();
    if (restMs <= 0) return () => this.#leave(key, lane);
    this.#leave(key, lane);
    throw new OutFault("paced", `${host} asked to be called less often.`, { retryAfterMs: Math.ceil(restMs) });
  }

  /** Leaves the destination alone for a while. */
  rest(key: string, ms: number): void {
    const lane = this.#lanes.get(key);
    if (lane) lane.restsUntil = Math.max(lane.restsUntil, performance.now() + Math.min(ms, longestRestMs));
  }

  #leave(key: string, lane: Lane): void {
    const next = lane.waiting.shift();
    // Its turn goes over to the next, which keeps the count.
    if (next) return next();
    lane.underWay -= 1;
    if (lane.underWay > 0) return;
    if (lane.restsUntil <= performance.now()) this.#lanes.delete(key);
    else setTimeout(() => this.#drop(key, lane), lane.restsUntil - performance.now()).unref();
  }

  #drop(key: string, lane: Lane): void {
    if (lane.underWay === 0 && this.#lanes.get(key) === lane && lane.restsUntil <= performance.now())
      this.#lanes.delete(key);
  }
}
