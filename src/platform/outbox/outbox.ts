import type pg from "pg";
import type { Platform } from "#platform/context.ts";
import type { NoticeListener } from "#platform/db/notice-listener.ts";
import { openOperator } from "#platform/db/operator.ts";
import { outboxChannel } from "#platform/outbox/enqueue.ts";
import { companyOf, sendDue, type Sending } from "#platform/outbox/sender.ts";
import { dueCompanies } from "#platform/outbox/store.ts";

/** The longest time between two looks at what is due, and the shortest; in milliseconds. */
const pollMs = 5_000;
const minPollMs = 100;
/** How many companies an instance sends for at once; the others wait in the order they came. */
const companiesAtOnce = 8;
/** How long a company keeps its turn while others wait. */
const turnMs = 2_000;
/** How long deliveries under way may go on when the program stops. */
const lastMomentMs = 3_000;

/**
 * Sends what is due, of all companies, on any number of instances. A notice wakes it after a commit; a look every few
 * seconds finds what fell due since, and what a lost instance left.
 */
export async function openOutbox(
  platform: Platform,
  sending: Sending,
  notices: NoticeListener,
  connectOwner: () => pg.Client,
): Promise<{ rest(isResting: boolean): void; stop(): Promise<void> }> {
  const operator = openOperator(connectOwner);
  const running = new Map<string, { again: PromiseWithResolvers<void>; done: Promise<void> }>();
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let mustLookAgain = false;
  let [isOver, isResting] = [false, false];

  function wake(company: string): void {
    if (isOver || isResting) return;
    const known = running.get(company);
    if (known) return known.again.resolve();
    if (running.size >= companiesAtOnce) return void waiting.add(company);
    start(company);
  }

  function start(company: string): void {
    const state = { again: Promise.withResolvers<void>(), done: Promise.resolve() };
    running.set(company, state);
    const since = performance.now();
    let isMore = false;
    const endsTurn = (): boolean => {
      if (waiting.size === 0 || performance.now() - since < turnMs) return false;
      isMore = true;
      return true;
    };
    const next = (): Promise<void> => {
      isMore = false;
      state.again = Promise.withResolvers();
      return state.again.promise.then(() => void (isMore = true));
    };
    state.done = sendDue(platform, sending, companyOf(company), {
      next,
      soon: look,
      isOver: () => isOver || isResting || endsTurn(),
    })
      .catch((error: unknown) => platform.log.warn({ err: error, company }, "a company's deliveries were not sent"))
      .finally(() => {
        running.delete(company);
        if (isMore) waiting.add(company);
        const [first] = waiting;
        if (first === undefined || isOver) return;
        waiting.delete(first);
        start(first);
      });
  }

  function look(): void {
    mustLookAgain = looking !== null;
    if (looking || isOver) return;
    clearTimeout(timer);
    let nextMs = pollMs;
    looking = operator
      .run(async (owner) => {
        const { rows } = await owner.query<{ company: string; ms: number }>(dueCompanies, [pollMs]);
        for (const { company, ms } of rows) {
          if (ms <= 0) wake(company);
          else nextMs = Math.min(nextMs, Math.max(ms, minPollMs));
        }
      })
      .catch((error: unknown) => platform.log.warn({ err: error }, "could not look for due deliveries"))
      .finally(() => {
        looking = null;
        if (mustLookAgain) look();
        else if (!isOver) timer = setTimeout(look, nextMs).unref();
      });
  }

  await notices.listen(outboxChannel, {
    onNotice: (company) => (company === "" ? look() : wake(company)),
    onReconnect: look,
  });
  look();
  return {
    rest(resting) {
      isResting = resting;
      if (!resting) look();
    },
    async stop() {
      isOver = true;
      clearTimeout(timer);
      // What does not end in time stays leased; another instance takes it when the lease ends.
      const late = Promise.withResolvers<void>();
      const limit = setTimeout(late.resolve, lastMomentMs);
      await Promise.race([Promise.all([...running.values()].map(({ done }) => done)), late.promise]);
      clearTimeout(limit);
      await looking;
      await operator.close();
    },
  };
}
