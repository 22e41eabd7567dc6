import { firstMonths } from "#app/demo/stories/first-months.ts";
import { lastMonths } from "#app/demo/stories/last-months.ts";
import { type Story, writer } from "#app/demo/stories/story.ts";
import { waiting } from "#app/demo/stories/waiting.ts";

/** Takes a function that dates days ago, gives what was asked of the executives, oldest first. */
export function stories(day: (ago: number) => string): readonly Story[] {
  const write = writer(day);
  return [...firstMonths(write), ...lastMonths(write), ...waiting(write)];
}
