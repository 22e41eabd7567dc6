import { type Query, query } from "#contract/query.ts";
import { type Line, toLine } from "#contract/report.ts";
import { roleTitle } from "#contract/roles.ts";
import { team } from "#features/agents/store.ts";
import * as topic from "#features/conversations/following/topic/skills.ts";
import { known } from "#features/conversations/replies/skills.ts";
import type { Understanding } from "#features/conversations/understanding/skills.ts";
import * as explore from "#features/explore/store.ts";
import type { Tx } from "#platform/context.ts";

const pronoun = "(?:it|them|this|that|these|those|they)";
const whoIsResponsible = new RegExp(
  `^(?:(?:and|but|so|ok(?:ay)?|then)[\\s,]+)*(?:who(?:['’]s| is| are)? (?:responsible|in charge|accountable)(?: (?:for|of) ${pronoun})?|who (?:owns|handles|looks after) ${pronoun}|whose (?:is|are) ${pronoun})[?!.\\s]*$`,
  "i",
);
export const asksWhoIsResponsible = (message: string): boolean => whoIsResponsible.test(message.trim());
const responsibleFields = ["ownerName", "assignee", "agent"];

/** Who is responsible for the topic: by its rows, by its customer or vendor, otherwise the executive it belongs to. */
export async function responsibleFor(
  tx: Tx,
  before: topic.Topic,
  { message, own, at }: { message: string; own: Understanding; at: Date },
): Promise<topic.Intent> {
  const { understood } = before;
  const reply = (line: Line): topic.Intent => ({ kind: "responsible", line });
  const subjects = await explore.subjects(tx);
  const reading = before.reading ?? (understood && (await topic.asQuery(tx, before.asked, understood, at)));
  const subject = subjects.find(({ id }) => id === reading?.query.subject);
  const field = responsibleFields.find((name) => subject?.fields.some((one) => one.name === name));
  if (reading && field) {
    const { measure } = reading.query;
    const isAdditive = measure.of === "sum" || measure.of === "count";
    const asked: Query = {
      ...reading.query,
      groupBy: { field, unit: null },
      measure: isAdditive ? measure : { of: "count", field: null },
      part: [],
      compare: null,
      order: "largest",
      limit: 50,
    };
    const grouped: topic.Reading = {
      ...reading,
      query: asked,
      kind: "ranking",
      isMore: true,
      isNamed: false,
      unused: [],
      unmet: [],
    };
    return topic.followUpQuestion(message, { ...own, query: grouped, nearest: null, topicId: null, ask: null });
  }
  const nameOf = (party: "customer" | "vendor"): string | undefined =>
    understood?.[party]?.name ??
    reading?.query.filters
      .find(({ field: of, test, values }) => of === `${party}Name` && test === "is" && values.length === 1)
      ?.values.map(String)[0];
  for (const [party, rows] of [
    ["customer", "customers"],
    ["vendor", "vendors"],
  ] as const) {
    const name = nameOf(party);
    if (!name || !subjects.find(({ id }) => id === rows)?.fields.some((one) => one.name === "ownerName")) continue;
    const filters = [{ field: "name", test: "is" as const, values: [name] }];
    const { result } = await explore.run(tx, query.parse({ subject: rows, filters, groupBy: { field: "ownerName" } }));
    const [owner] = (result.groups ?? []).flatMap(({ key }) => key ?? []);
    return reply(owner ? toLine`${owner} is responsible for ${name}.` : toLine`${name} has no owner in your records.`);
  }
  const role = known.find(({ topicId }) => topicId === understood?.topicId)?.role;
  const member = (await team(tx)).find((one) => one.role === role);
  if (member) return reply(toLine`${member.name}, your ${roleTitle(member.role)}, is responsible for this.`);
  if (role) return reply(toLine`You have no ${roleTitle(role)} yet, so I look after this myself.`);
  return reply(toLine`No record says who is responsible for ${subject ? `these ${subject.many}` : "it"}.`);
}
