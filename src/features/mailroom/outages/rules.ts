/** After so long without a good poll it is said. */
const silentMs = 15 * 60_000;

type Polled = { isRunning: boolean; startedAt: Date | null; lastPollAt: Date | null; lastGoodAt: Date | null };

/** When a running mailbox was read last, or started. */
export const lastRead = ({ startedAt, lastGoodAt }: Polled): Date | null =>
  startedAt && lastGoodAt ? new Date(Math.max(startedAt.getTime(), lastGoodAt.getTime())) : (startedAt ?? lastGoodAt);

/** Whether polls were tried and none was good for too long. Where nothing was tried, the mailbox is not at fault. */
export function isSilent(box: Polled, now: Date): boolean {
  const last = lastRead(box);
  if (!box.isRunning || !last || !box.lastPollAt || box.lastPollAt <= last) return false;
  return now.getTime() - last.getTime() >= silentMs;
}
