import { firstMonths } from "#app/demo/stories/first-months.ts";
import { lastMonths } from "#app/demo/stories/last-months.ts";
import { type Story, writer } from "#app/demo/stories/story.ts";
import { waiting } from "#app/demo/stories/waiting.ts";

/** All requests to the executives, oldest first; `day` dates days ago. */
export function stories(day: (ago: number) => string): readonly Story[] {
  const write = writer(day);
  return [...firstMonths(write), ...lastMonths(write), ...waiting(write)];
}
