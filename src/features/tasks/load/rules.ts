import type { WorkView } from "#features/tasks/load/contract.ts";

/** What work is narrowed to. */
export type WorkFilter = {
  view?: WorkView | undefined;
  assignee?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** Takes what a list of work is asked for, gives the sentence that refuses it, or null. */
export function workFault({ view, from, to }: WorkFilter): string | null {
  if ((from || to) && view !== "done") return "Only what is done lies between two days";
  return from && to && from > to ? "The last day is before the first" : null;
}

/** Takes what work is narrowed to, gives the address of the page with exactly these tasks. */
export function workHref(filter: WorkFilter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
  return query.size > 0 ? `/tasks?${query.toString()}` : "/tasks";
}

/** Takes a task's id, gives the address at which it opens. */
export const taskHref = (id: string): string => `/?task=${id}`;
