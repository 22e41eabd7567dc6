import { pluralize } from "#contract/format.ts";
import { exploreHref } from "#contract/query.ts";
import { toLine } from "#contract/report.ts";
import type { Asking, ExactAnswer } from "#features/orchestrator/exact/answer.ts";
import { type Found, is, view } from "#features/plans/playbooks/playbook.ts";

const days = 30;

/** "Harriet completed most", "Harriet and Ines completed most", "5 agents completed most" */
const mostText = (names: readonly string[]): string =>
  names.length > 3
    ? `${names.length} agents completed most`
    : `${new Intl.ListFormat("en-GB").format(names)} completed most`;

/** How each agent does: completed, open and overdue tasks. */
export async function teamPerformance({ find, team, make }: Asking): Promise<ExactAnswer> {
  const byAgent = { groupBy: { field: "agent" }, limit: 100 };
  const done = await find({
    subject: "tasks",
    filters: [is("status", "completed")],
    day: "completedOn",
    period: { kind: "last", count: days, unit: "day" },
    ...byAgent,
  });
  const open = await find({ subject: "tasks", filters: [view("open")], ...byAgent });
  const overdue = await find({ subject: "tasks", filters: [view("overdue")], ...byAgent });
  const countFor = (found: Found, label: string): number =>
    found.groups.find((group) => group.label === label)?.rows ?? 0;
  const members = (await team()).map(({ name, role, status }) => {
    const label = `${name} (${role})`;
    return {
      name,
      role,
      status,
      done: countFor(done, label),
      open: countFor(open, label),
      overdue: countFor(overdue, label),
    };
  });
  const ranked = members.toSorted(
    (one, other) => other.done - one.done || one.overdue - other.overdue || (one.name < other.name ? -1 : 1),
  );
  const most = ranked.filter(({ done: completed }) => completed > 0 && completed === ranked[0]?.done);
  const total = make.measure("done", `Tasks completed in ${days} days`, done.count, "count", {
    label: pluralize(done.count, "completed task"),
    href: done.href,
  });
  const overdueTasks = make.measure("overdue", "Overdue tasks", overdue.count, "count", {
    label: pluralize(overdue.count, "overdue task"),
    href: overdue.href,
  });
  const inactive = ranked.filter(({ status }) => status !== "active").map(({ name, status }) => `${name} is ${status}`);
  return {
    answered: true,
    title: "Team performance",
    line: [
      ...toLine`The team completed ${total} ${done.count === 1 ? "task" : "tasks"} in the last ${String(days)} days; ${overdueTasks} open ${overdue.count === 1 ? "task is" : "tasks are"} overdue.`,
      ...(most[0]
        ? toLine` ${mostText(most.map(({ name }) => name))} (${String(most[0].done)}${most.length > 1 ? " each" : ""}).`
        : []),
      ...(inactive.length > 0 ? toLine` ${inactive.join(", ")}.` : []),
    ],
    figures: make.figures,
    rows: ranked.map(({ name, role, done: completed, open: waiting, overdue: past, status }) => ({
      role,
      title: name,
      text: `${completed} completed in ${days} days, ${waiting} open, ${past} overdue${status === "active" ? "" : `, ${status}`}.`,
      href: exploreHref({ subject: "tasks", filters: [view("open")], groupBy: { field: "agent" } }),
      suggestion: null,
    })),
    missing: [],
    method: `Ranked by tasks completed in ${days} days, then by fewest overdue.`,
  };
}
