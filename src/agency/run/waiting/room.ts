import { limits } from "#agency/run/limits.ts";
import { AppError } from "#contract/errors.ts";

/** How the runs of a company stand that no other one delegated. */
export type Room = {
  /** Those whose worker is alive. */
  underWay: number;
  /** Those that might begin, and those of them and others that wait at all. */
  due: number;
  queued: number;
};

/** Whether one more may be under way. */
export const isRoom = ({ underWay }: Pick<Room, "underWay">): boolean => underWay < limits.atOnce;

/** Whether a new one may begin at once: there is room, and none waits that was there before. */
export const mayBeginAtOnce = (room: Room): boolean => isRoom(room) && room.due === 0;

/** Says why no more may be queued, null where they may. */
export function crowded({ queued }: Pick<Room, "queued">): AppError | null {
  if (queued < limits.queued) return null;
  return new AppError(
    "conflict",
    `${queued} pieces of work are waiting already. Ask again when some of them are done.`,
  );
}
