import type { NeedAct, NeedCall } from "#contract/needs.ts";
import { people } from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import { updateTask } from "#features/tasks/contract.ts";
import { taskHref, workHref } from "#features/tasks/load/rules.ts";
import * as store from "#features/tasks/needs/store.ts";
import { person, type Tx } from "#platform/context.ts";
import { type NeedLine, type NeedSource, opens } from "#platform/needs.ts";

/** As many as a menu shows at once. */
const mostAssignees = 6;

type Assignee = { assignedAgentId: string | null; assignedUserId: string | null };
type Candidate = Assignee & { name: string };

/** Whom a task can be given to: oneself, then colleagues, then the working agents. */
async function candidates(tx: Tx): Promise<Candidate[]> {
  const [colleagues, team] = await Promise.all([people(tx), agents.list(tx)]);
  const self = person(tx).id;
  const first = colleagues.filter(({ role }) => role !== "viewer");
  return [
    ...first.toSorted((one, other) => Number(other.id === self) - Number(one.id === self)).slice(0, mostAssignees - 2),
    ...team.filter(({ status }) => status === "active"),
  ]
    .slice(0, mostAssignees)
    .map((one) =>
      "username" in one
        ? { name: one.username, assignedAgentId: null, assignedUserId: one.id }
        : { name: `${one.name}, ${one.role}`, assignedAgentId: one.id, assignedUserId: null },
    );
}

const overdue = async (tx: Tx): Promise<NeedLine[]> => {
  const rows = await store.overdue(tx);
  const others = rows.length > 0 ? await candidates(tx) : [];
  const lines = rows.map((task): NeedLine => {
    const { id, title, priority, assignedAgentId, assignedUserId, agentName, personName } = task;
    const set = (body: object): NeedCall => ({
      method: "PUT",
      path: updateTask.path.replace(":id", id),
      body: { ...body },
    });
    const act = (label: string, body: object, back: object, done: string): NeedAct => ({
      label,
      call: set(body),
      href: null,
      access: updateTask.access as "member",
      done: `${title}: ${done}`,
      undo: set(back),
    });
    const given = assignedAgentId ?? assignedUserId;
    return {
      key: `tasks:${id}`,
      because: "Open tasks past their due day.",
      role: task.role,
      agentName,
      title,
      why: [agentName ?? personName ?? "unassigned", `${priority} priority`].join(", "),
      amount: null,
      currency: null,
      on: task.on,
      past: "overdue",
      href: taskHref(id),
      acts: [
        act("Mark complete", { status: "completed" }, { status: "pending" }, "completed"),
        ...others
          .filter((one) => (one.assignedAgentId ?? one.assignedUserId) !== given)
          .map(({ name, ...to }) =>
            act(
              `${given ? "Reassign" : "Assign"} to ${name}`,
              to,
              { assignedAgentId, assignedUserId },
              `assigned to ${name}`,
            ),
          ),
        opens("Open task", taskHref(id)),
      ],
    };
  });
  const left = (rows[0]?.total ?? 0) - rows.length;
  const all = workHref({ view: "late" });
  if (left > 0)
    lines.push({
      key: "more:tasks",
      because: "Only the longest overdue are listed.",
      role: null,
      agentName: null,
      title: `${left} more tasks are overdue`,
      why: "",
      amount: null,
      currency: null,
      on: null,
      past: "overdue",
      href: all,
      acts: [opens("Show all", all)],
    });
  return lines;
};

export const needs: NeedSource = { access: "viewer", lines: overdue };
