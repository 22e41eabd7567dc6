import { readFileSync } from "node:fs";
import { setLocale } from "#features/accounts/contract.ts";
import { listDecisions } from "#features/decisions/contract.ts";
import { sendMessage } from "#features/chat/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { travelTo } from "#platform/clock.ts";
import { openStage } from "../test/faults/stage.ts";
import { atLeast, atMost, type Report } from "./report.ts";
import { hire, type Member, openWorld, type World } from "../test/world.ts";

type Row = readonly (string | number | null)[];
type Data = {
  today: string;
  customers: string[];
  vendors: string[];
  invoices: Row[];
  bills: Row[];
  deals: Row[];
  tickets: Row[];
  /** A message and what its answer holds: any of the texts apart by "|"; "refused", "card: title", "?" where any answer is right. */
  conversations: [message: string, expected: string][][];
};
const data = JSON.parse(readFileSync(new URL("../test/data/conversations.json", import.meta.url), "utf8")) as Data;

type Judged = {
  conversation: number;
  isFollowUp: boolean;
  message: string;
  expected: string;
  response: string;
  verdict: "right" | "refused" | "wrong";
};

/** The company the conversations are about. */
async function furnish(member: Member): Promise<void> {
  await member.call(setLocale, { body: { currency: "GBP", timeZone: "Europe/London" } });
  await hire(member, "CEO", "CFO", "CTO", "Sales", "Customer Success", "Operations", "Legal");
  const add = (kind: string, externalId: string, fields: object) =>
    member.call(addRecord, { body: { kind, source: "api", externalId, fields } as never });
  for (const name of data.customers) await add("customers", name, { name, status: "active" });
  for (const name of data.vendors) await add("vendors", name, { name, status: "active" });
  const bill = (rows: readonly Row[], direction: "receivable" | "payable", party: "customerName" | "vendorName") =>
    rows.map(([number, name, amount, issuedOn, dueOn, status]) => {
      const paid = status === "paid" ? { paidOn: dueOn } : {};
      const fields = { number, direction, [party]: name, amount, issuedOn, dueOn, status, ...paid };
      return add("invoices", String(number), fields);
    });
  await Promise.all([
    ...bill(data.invoices, "receivable", "customerName"),
    ...bill(data.bills, "payable", "vendorName"),
  ]);
  for (const [name, customerName, amount, stage, ownerName, openedOn, closedOn] of data.deals) {
    const closed = closedOn ? { closedOn } : {};
    await add("deals", String(name), { name, customerName, amount, stage, ownerName, openedOn, ...closed });
  }
  for (const [title, customerName, priority, status, openedOn, resolvedOn] of data.tickets) {
    const resolved = resolvedOn ? { resolvedOn } : {};
    const fields = { kind: "support", title, customerName, priority, status, openedOn, ...resolved };
    await add("tickets", String(title), fields);
  }
}

async function judge(member: Member, message: string, expected: string): Promise<Pick<Judged, "response" | "verdict">> {
  const { response, type, turn } = await member.call(sendMessage, { body: { message } });
  const cards = type === "decision" ? (turn.answer?.decisionIds ?? []) : [];
  const isRefused = type === "text";
  const [, title] = /^card: (.+)$/.exec(expected) ?? [];
  if (title) {
    const pending = (await member.call(listDecisions)).filter(({ id }) => cards.includes(id));
    const isRight = pending.some((decision) => decision.title.includes(title));
    return {
      response: `${response} [${pending.map((one) => one.title).join("; ")}]`,
      verdict: isRight ? "right" : isRefused ? "refused" : "wrong",
    };
  }
  const wanted = expected.split("|");
  const holds = expected === "?" || wanted.some((one) => one !== "refused" && response.includes(one));
  if (holds || (isRefused && wanted.includes("refused"))) return { response, verdict: "right" };
  return { response, verdict: isRefused ? "refused" : "wrong" };
}

/** Holds every conversation from an empty start, so that none knows of another. */
async function holdConversations(world: World): Promise<Judged[]> {
  const goBack = travelTo(new Date(data.today));
  try {
    const member = await world.member("talker");
    await furnish(member);
    const judged: Judged[] = [];
    for (const [conversation, turns] of data.conversations.entries()) {
      await world.asOwner("DELETE FROM chat_turns WHERE company_id = $1", [member.user.companyId]);
      for (const [at, [message, expected]] of turns.entries())
        judged.push({
          conversation,
          isFollowUp: at > 0,
          message,
          expected,
          ...(await judge(member, message, expected)),
        });
    }
    return judged;
  } finally {
    goBack();
  }
}

/** The table as Markdown. */
function tableOf(judged: readonly Judged[]): string[] {
  const rows = Object.entries(
    Object.groupBy(judged, ({ isFollowUp }) => (isFollowUp ? "follow-ups" : "first messages")),
  ).map(([name, all]) => {
    const of = (verdict: Judged["verdict"]) => {
      const amount = all.filter((one) => one.verdict === verdict).length;
      return `${amount} (${Math.round((amount / all.length) * 100)}%)`;
    };
    return `| ${name} | ${all.length} | ${of("right")} | ${of("refused")} | ${of("wrong")} |`;
  });
  return ["| | turns | right | refused | wrong |", "|---|---|---|---|---|", ...rows];
}

/** What of conversations is understood by rules: `npm run bench -- conversations`. */
export async function measure(): Promise<Report> {
  await using stage = openStage("conversations");
  const judged = await holdConversations(stage.keep(await openWorld()));
  const later = judged.filter(({ isFollowUp }) => isFollowUp);
  const share = (verdict: Judged["verdict"]) =>
    (100 * later.filter((one) => one.verdict === verdict).length) / later.length;
  return {
    title: `conversations  ${data.conversations.length} conversations of ${data.conversations[0]?.length} turns, by rules`,
    lines: [
      ...judged.flatMap(({ conversation, message, expected, response, verdict }) =>
        verdict === "right"
          ? []
          : [`${String(conversation + 1).padStart(2)} ${verdict.padEnd(8)} ${message} → ${response}   [${expected}]`],
      ),
      "",
      ...tableOf(judged),
    ],
    goals: [
      atLeast("follow-ups understood", share("right"), 75, "%"),
      atMost("follow-ups answered wrong", share("wrong"), 5, "%"),
    ],
  };
}
