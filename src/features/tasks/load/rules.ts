import type { WorkSort, WorkView } from "#features/tasks/load/contract.ts";

export type WorkFilter = {
  view?: WorkView | undefined;
  assignee?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort?: WorkSort | undefined;
};

export function filterError({ view, from, to }: WorkFilter): string | null {
  if ((from || to) && view !== "done") return "Days only apply to completed tasks";
  return from && to && from > to ? "The last day is before the first" : null;
}

/** The address of the task list with this filter. */
export function workHref(filter: WorkFilter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
  return query.size > 0 ? `/tasks?${query.toString()}` : "/tasks";
}

export const taskHref = (id: string): string => `/?task=${id}`;
