import { z } from "zod";
import { promptOf, untrusted } from "#agency/prompt.ts";
import { bindReport, describeReport, writtenReport } from "#agency/model/report.ts";
import { defineModelSide, defineSkill, type RunSession } from "#agency/skill.ts";
import { pluralize } from "#contract/format.ts";
import { exploreHref, type Query, query } from "#contract/query.ts";
import { report, type Report, type Section, toLine } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { pendingIn } from "#features/conversations/decided/skills.ts";
import { runQueryReading } from "#features/conversations/queries/skills.ts";
import { messageOf } from "#features/conversations/rules.ts";
import { answer } from "#features/conversations/skills.ts";
import { proposalTools } from "#features/decisions/proposal/written.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { runQuery } from "#features/explore/skills.ts";
import { find } from "#features/plans/finding/skills.ts";
import { contractIn, reminderOf, sourceQuery } from "#features/orchestrator/working/rules.ts";
import { foundIn, is, known, moneyText, numberOf, textOf } from "#features/plans/playbooks/playbook.ts";
import { renewalOf } from "#features/plans/playbooks/render.ts";

const input = z.strictObject({
  taskId: z.uuid(),
  title: z.string(),
  description: z.string(),
  /** The rows it is about. */
  source: z.string().nullable(),
  askedAt: z.iso.datetime(),
});

/**
 * "draft", "list" and "proposal" are for a person to use; an "answer" completes the task; "stuck" gives it back. The
 * proposals of the report become pending decisions.
 */
const output = z.strictObject({
  kind: z.enum(["draft", "list", "proposal", "answer", "stuck"]),
  /** The result as the task shows it. */
  text: z.string(),
  report,
});
type TaskResult = z.output<typeof output>;

const isReminder = (title: string, { subject }: Query): boolean =>
  subject === "invoices" && /^(?:ask|remind)\b.*\bpay\b/i.test(title);

/** A reminder about the customer's open invoices, for a person to send. */
async function draft(session: RunSession, title: string, source: Query): Promise<TaskResult | null> {
  const { today, currency } = todayOf(session.ctx);
  // No one is reminded of an invoice that is disputed.
  const undisputed = { ...source, filters: [...source.filters, is("status", "open")] };
  const { rows } = (await find(session, undisputed)).found;
  if (rows.length === 0) return null;
  const { subject, lines } = reminderOf(rows, { agent: session.agent, today, money: moneyText(currency) });
  const section: Section = {
    title: subject,
    lines: lines.filter((each) => each !== "").map((each) => toLine`${each}`),
    table: null,
  };
  const headline = toLine`Drafted for "${title}" from ${pluralize(rows.length, "invoice")}. Nothing was sent.`;
  return {
    kind: "draft",
    text: [`Subject: ${subject}`, "", ...lines].join("\n"),
    report: { headline, sections: [section], figures: [], facts: [], missing: [], proposals: [] },
  };
}

/** A proposal about the vendor contract a task is to decide on; null if it is about something else or has no price. */
async function proposal(session: RunSession, title: string, href: string): Promise<TaskResult | null> {
  const contract = contractIn(title);
  if (contract === null || session.agent.role !== "Operations") return null;
  const { currency } = todayOf(session.ctx);
  const asked = query.parse({ subject: "contracts", filters: [is("title", contract), known("vendorName")] });
  const { result, origins } = await session.use(runQuery, asked);
  const row = foundIn(result, exploreHref(asked), currency).rows.find((each) => each.href === href);
  const price = row ? numberOf(row, "yearlyValue") : null;
  if (!row || price === null || price <= 0) return null;
  session.reads(...origins);
  session.cites({ kind: "contract", reference: contract, value: "to decide on", asOf: result.asOf, href });
  const { type: decisionType, context } = renewalOf(row, price);
  const reason = `${textOf(row, "vendorName")}: renew ${contract} at ${moneyText(currency)(price)} a year, or give notice. The price is taken as unchanged.`;
  return {
    kind: "proposal",
    text: `Proposed for your approval. ${reason}`,
    report: {
      headline: toLine`Proposed for your approval: renew ${contract} at ${moneyText(currency)(price)} a year.`,
      sections: [],
      figures: [],
      facts: [],
      missing: [],
      proposals: [{ decisionType, context, reason }],
    },
  };
}

/** The rows a task is about, for a person to work through. */
async function list(session: RunSession, source: Query): Promise<TaskResult> {
  const reading = {
    query: source,
    isMore: true,
    unused: [],
    vague: [],
    unmet: [],
    why: false,
    isNamed: false,
    kind: "rows" as const,
  };
  const { report: found } = await runQueryReading(session, reading);
  return { kind: "list", text: messageOf(found), report: found };
}

async function answerFor(
  session: RunSession,
  { title, description, askedAt }: z.output<typeof input>,
): Promise<TaskResult> {
  const ask = (question: string) => answer.rules(session, { question, askedAt, taskId: null, comment: null });
  let result = await ask(title);
  if (!result.answered && description && description !== title) result = await ask(description);
  // A pending decision about the task is not a result.
  if (pendingIn(result.report).length > 0)
    return { kind: "stuck", text: messageOf(result.report), report: result.report };
  if (result.answered && result.report.proposals.length > 0)
    return { kind: "proposal", text: `Proposed for your approval. ${messageOf(result.report)}`, report: result.report };
  return result.answered
    ? { kind: "answer", text: messageOf(result.report), report: result.report }
    : { kind: "stuck", text: stuckText(result.report), report: result.report };
}

const stuckText = (of: Report): string =>
  of.missing.some(({ href }) => href !== null)
    ? messageOf(of)
    : "This needs a person: your records don't answer it. Do it yourself, or reword it as a question about them.";

const written = writtenReport.extend({
  draft: z
    .strictObject({
      subject: z.string().min(1).max(200),
      body: z
        .string()
        .min(1)
        .max(4_000)
        .describe("The whole text, ready to be sent by a person, signed with your name; facts cited as {f1}."),
    })
    .nullable()
    .describe("Only where the task asks for a text to send: a letter, a mail, a reminder. Otherwise null."),
});

const modelTask =
  "Work on the task with the company's own records and figures. Where it asks for a text to send, draft it for a person; where it asks what to do, propose it. Change and send nothing. If the records do not answer it, say what is missing.";

/** The same by a model, which first reads what rules found about the task's rows. */
const byModel = defineModelSide<typeof input, typeof output, typeof written>({
  purpose: "write",
  written,
  maxOutputTokens: 2_500,
  async prepare(session, task) {
    if (!task.source) return null;
    const found = await byRules(session, task);
    return { modelText: describeReport(found.report, [session.origin], [toLine`${found.text}`]), output: found };
  },
  tools: async (session) => proposalTools(session),
  bind(made, { desk, prepared }) {
    const bound: Report = { ...bindReport(made, desk), proposals: [...desk.proposals] };
    const message = messageOf(bound, bound.sections[0]?.lines);
    if (bound.proposals.length > 0)
      return { kind: "proposal", text: `Proposed for your approval. ${message}`, report: bound };
    if (made.draft) {
      const subject = desk.mark(made.draft.subject);
      const lines = made.draft.body.split("\n").map((each) => desk.mark(each));
      const section: Section = {
        title: subject,
        lines: lines.filter((each) => each.trim() !== "").map((each) => toLine`${each}`),
        table: null,
      };
      const text = [`Subject: ${subject}`, "", ...lines].join("\n");
      return { kind: "draft", text, report: { ...bound, sections: [section, ...bound.sections] } };
    }
    if (!made.answered) return { kind: "stuck", text: stuckText(bound), report: bound };
    return { kind: prepared?.kind === "list" ? "list" : "answer", text: message, report: bound };
  },
});

/** An agent works on its task: a draft, a list, a proposal or an answer, or the reason why it cannot. */
export const taskWork = defineSkill({
  id: "orchestrator.task",
  label: "Task",
  roles: agentRoleIds,
  capability: null,
  input,
  output,
  rules: byRules,
  prompt: (agent, { title, description }, origin) =>
    promptOf(
      agent,
      modelTask,
      untrusted([title, description].filter(Boolean).join("\n\n"), { origin, source: "a task of the company" }),
    ),
  model: byModel,
});

async function byRules(session: RunSession, task: z.output<typeof input>): Promise<TaskResult> {
  const source = sourceQuery(task.source, query);
  if (source)
    return (isReminder(task.title, source) ? await draft(session, task.title, source) : null) ?? list(session, source);
  const proposed = task.source ? await proposal(session, task.title, task.source) : null;
  return proposed ?? answerFor(session, task);
}
