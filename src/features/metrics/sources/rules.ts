/** After how many missed readings a source counts as silent. */
const mostMissed = 3;

/** Whether a source has not been read for so long that what came from it may be out of date. */
export const isSilent = ({ everyMinutes, readAt }: { everyMinutes: number; readAt: Date }, now: Date): boolean =>
  now.getTime() - readAt.getTime() > mostMissed * everyMinutes * 60_000;
