import { afterAll, beforeAll, expect, test } from "vitest";
import { formatLine } from "#contract/report.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { listAgents, setStatus } from "#features/agents/contract.ts";
import { addNote, listPassages, syncBrain } from "#features/brain/contract.ts";
import { getDecision, makeDecision } from "#features/decisions/contract.ts";
import { exploreRows } from "#features/explore/contract.ts";
import { getFeed } from "#features/feed/contract.ts";
import { addComment, askAgents, listComments, listQuestions, type Question } from "#features/conversations/contract.ts";
import { createTask, listTasks } from "#features/tasks/contract.ts";
import { getRun, stopRun } from "#features/runs/contract.ts";
import { listCommunications } from "#features/communications/contract.ts";
import { hire, journalOf, type Member, openWorld, testContexts, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Asks and waits for the answer. */
async function answered(member: Member, question: string): Promise<Question> {
  const { taskId } = await member.call(askAgents, { body: { question, urgency: "high" } });
  for (let look = 0; look < 2_000; look += 1) {
    const found = (await member.call(listQuestions)).find((one) => one.taskId === taskId);
    if (found && found.status !== "queued" && found.status !== "running") return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The question was not answered in time.");
}
const answerText = ({ answer }: Question): string => (answer ? formatLine(answer.line, answer.figures) : "");

async function companyWithInvoices(...roles: AgentRoleId[]): Promise<Member> {
  const member = await world.member();
  await hire(member, ...(roles.length > 0 ? roles : (["CEO", "CFO", "Sales"] as const)));
  const company = member.user.companyId;
  const customer = crypto.randomUUID();
  await world.asOwner(
    `INSERT INTO customers (company_id, id, source, external_id, origin, created_at, updated_at, name, name_key, status)
     VALUES ($1, $2, 'csv', 'C-1', 'external', now(), now(), 'Acme Ltd', 'acme', 'active')`,
    [company, customer],
  );
  await world.asOwner(
    `INSERT INTO invoices (company_id, id, source, external_id, origin, created_at, updated_at, customer_name, customer_id,
       number, direction, issued_on, due_on, amount, status)
     SELECT $1, gen_random_uuid(), 'csv', 'I-' || n, 'external', now(), now(), 'Acme Ltd', $2, 'I-' || n, 'receivable',
       current_date - 60, current_date - 30 + n * 20, 100 * n, 'open' FROM generate_series(1, 3) AS n`,
    [company, customer],
  );
  return member;
}

test("a question is answered with figures that name their source, its task is completed, and all of it is recorded", async () => {
  const member = await companyWithInvoices();
  const asked = await answered(member, "How much does Acme owe us?");
  expect(asked.agent.role).toBe("CFO");
  expect(asked.answered).toBe(true);
  expect(answerText(asked)).toBe("Acme Ltd owes $600; $100 of it is overdue.");
  expect(asked.answer?.figures.find(({ id }) => id.endsWith("owed"))?.source.label).toBe("3 open invoices");
  const task = (await member.call(listTasks)).find(({ id }) => id === asked.taskId);
  expect(task).toMatchObject({ status: "completed", origin: "owner", runId: asked.runId });
  expect(task?.metadata).toMatchObject({ type: "user_question", result: expect.stringContaining("$600") });
  // The answer is based on imported rows.
  expect(task?.metadata["resultOrigin"]).toBe("external");
  const { run, ledTo } = await member.call(getRun, { params: { id: asked.runId } });
  expect(run).toMatchObject({ question: "How much does Acme owe us?", origin: "external" });
  expect(ledTo.map(({ kind }) => kind).sort()).toEqual(["message", "task"]);
  const journal = await journalOf(world, member);
  for (const action of ["run.started", "task.created", "run.finished", "communication.sent", "task.updated"])
    expect(journal).toContain(action);
  const cfo = (await member.call(listAgents)).find(({ role }) => role === "CFO");
  expect(cfo?.lastActivity).not.toBeNull();
  const stranger = await world.member();
  expect(await stranger.call(listQuestions)).toEqual([]);
});

test("the feed says which question was answered, and what a second opinion was about", async () => {
  const member = await companyWithInvoices();
  await answered(member, "How much does Acme owe us?");
  const task = await member.call(createTask, { body: { title: "Look" } });
  const comment = { subject: "task" as const, subjectId: task.id, text: "@Sales how much is overdue?" };
  const { runId } = await member.call(addComment, { body: comment });
  const status = async () => (await member.call(getRun, { params: { id: runId ?? "" } })).run.status;
  await expect.poll(status).toBe("done");
  const { items } = await member.call(getFeed, { query: { actionType: "analysis" } });
  expect(items.map(({ title, agentType }) => [agentType, title])).toEqual([
    ["Sales", "Question finished: how much is overdue?"],
    ["CFO", "Second opinion finished: how much is overdue?"],
    ["CFO", "Question finished: How much does Acme owe us?"],
  ]);
});

test("a question is one line of the feed", async () => {
  const member = await companyWithInvoices();
  await answered(member, "How much does Acme owe us?");
  const { items } = await member.call(getFeed);
  expect(items.map(({ title, description, status, more }) => [title, description, status, more.length])).toEqual([
    ["How much does Acme owe us?", expect.stringMatching(/^Acme Ltd owes \$600/), "completed", 3],
  ]);
});

test("an unanswerable question names the missing data and is closed as not answered", async () => {
  const member = await world.member();
  await hire(member, "CEO", "CFO");
  const unknown = await answered(member, "Will it rain in Lisbon tomorrow?");
  expect([unknown.answered, unknown.agent.role]).toEqual([false, "CEO"]);
  expect(answerText(unknown)).toBe("I can't answer this: none of your records or figures match the question.");
  const empty = await answered(member, "How much is overdue?");
  expect(answerText(empty)).toBe("I cannot answer this. I would need invoices.");
  const tasks = await member.call(listTasks);
  expect(tasks.map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  expect(tasks[0]?.metadata).toMatchObject({ answered: false, result: expect.stringContaining("invoices") });
  const restart = await member.send("PUT", `/api/tasks/${tasks[0]?.id}`, { body: { status: "pending" } });
  expect([restart.status, restart.text]).toEqual([409, "This question was not answered. Ask it again instead."]);
  // The card says why: no message repeats it, and the feed has one line for each question.
  expect(await member.call(listCommunications)).toEqual([]);
  const { items } = await member.call(getFeed);
  expect(items.map(({ title, description }) => [title, description])).toEqual([
    ["How much is overdue?", "Not answered: I cannot answer this. I would need invoices."],
    ["Will it rain in Lisbon tomorrow?", expect.stringMatching(/^Not answered: I can't answer this/)],
  ]);
});

test("a question whose run is stopped is closed too, and does not become overdue", async () => {
  const member = await companyWithInvoices();
  const { taskId, runId } = await member.call(askAgents, {
    body: { question: "How much is overdue?", urgency: "low" },
  });
  await member.call(stopRun, { params: { id: runId } });
  const task = async () => (await member.call(listTasks)).find(({ id }) => id === taskId);
  await expect.poll(async () => (await task())?.status).toBe("cancelled");
  expect((await task())?.metadata).toMatchObject({ answered: false, result: "Stopped by a person." });
});

test("an unknown name does not get an answer about everyone, and an answer says if it ignores the period asked for", async () => {
  const member = await companyWithInvoices();
  const nobody = await answered(member, "How much does Pemberton Interiors owe us?");
  expect(nobody.answered).toBe(false);
  expect(answerText(nobody)).toContain("customer or vendor named Pemberton Interiors");
  expect(nobody.answer?.figures).toEqual([]);
  const past = await answered(member, "How much was overdue last month?");
  expect(answerText(past)).toMatch(/^\$100 is overdue, .* It is how things stand today, not narrowed to last month\.$/);
  const outside = await answered(member, "Can we sue Acme for not paying?");
  expect([outside.answered, answerText(outside)]).toEqual([
    false,
    "I can't answer this: none of your records or figures match the question.",
  ]);
  expect(outside.answer?.followUps).toHaveLength(3);
  expect(nobody.answer?.missing).toEqual([expect.objectContaining({ href: "/records/customers" })]);
});

test("a hypothetical question is not answered from current records, and an answer says which conditions it ignores", async () => {
  const member = await companyWithInvoices();
  const assumed = await answered(member, "How much would be overdue if Acme Ltd stops paying?");
  expect([assumed.answered, answerText(assumed)]).toEqual([
    false,
    "I can't answer hypothetical questions. Your records show only what happened.",
  ]);
  const plain = answerText(await answered(member, "How much is overdue?"));
  const caveatOf = async (question: string) =>
    answerText(await answered(member, question))
      .replace(plain, "")
      .trim();
  expect(await caveatOf("Can you tell me if anything is overdue?")).toBe("");
  expect(await caveatOf("How much was overdue on 1 October?")).toMatch(
    /^It is how things stand today, not narrowed to 1 Oct 20\d\d\.$/,
  );
  expect(await caveatOf("How much is overdue in EUR?")).toBe("It is in USD, not in EUR.");
  expect(await caveatOf("How much is overdue in dollars?")).toBe("");
  expect(await caveatOf("Which invoices are overdue more than 60 days?")).toBe(
    "No invoices match (receivable, not draft, void or written off, overdue, days overdue more than 60).",
  );
  expect(await caveatOf("Are overdue invoices going up?")).toBe("How it changed over time is not known.");
});

test("a blank question, no executives and a paused executive are each refused in a sentence", async () => {
  const member = await world.member();
  const send = (question: string) => member.send("POST", "/api/agents/ask", { body: { question, urgency: "low" } });
  expect((await send("   ")).text).toBe("Please enter a question for the AI agents");
  expect((await send("How much is overdue?")).text).toBe("You have no active agents. Create the workforce first.");
  const [, cfo] = await hire(member, "CEO", "CFO");
  await member.call(setStatus, { params: { id: cfo?.id ?? "" }, body: { status: "paused" } });
  const refused = await send("How much is overdue?");
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("You have no active Chief Financial Officer.");
});

test("the CEO answers for a role that the company has not filled, says so, and offers to add it", async () => {
  const member = await companyWithInvoices("CEO");
  const asked = await answered(member, "How much is overdue?");
  expect([asked.answered, asked.agent.role]).toEqual([true, "CEO"]);
  expect(answerText(asked)).toMatch(
    /^\$100 is overdue, .* There is no CFO in your team, so I looked this up myself\.$/,
  );
  expect(asked.answer?.missing[0]).toEqual({ what: "CFO", needed: "add a CFO", href: "/?add=executive" });
});

test("an answer offers follow-ups, and each can be asked or opened", async () => {
  const member = await companyWithInvoices();
  const byTopic = await answered(member, "How much is overdue?");
  expect(byTopic.answer?.followUps).toHaveLength(2);
  for (const { label, href } of byTopic.answer?.followUps ?? [])
    expect([href, (await answered(member, label)).answered], label).toEqual([null, true]);
  const byQuery = await answered(member, "How many invoices did we issue this year?");
  expect(byQuery.answer?.followUps.map(({ label }) => label)).toEqual(["By month", "By customer"]);
  for (const { href } of byQuery.answer?.followUps ?? []) {
    const q = new URL(href ?? "", "http://x").searchParams.get("q") ?? "";
    expect(await member.call(exploreRows, { query: { q } })).toMatchObject({ groups: expect.any(Array) });
  }
});

test("a comment on a decision that names an executive is answered there; another company sees none of it", async () => {
  const member = await companyWithInvoices();
  const [cfo] = await hire(member, "CFO");
  const decision = await member.call(makeDecision, { body: { agentId: cfo?.id ?? "", ...testContexts.CFO } });
  const on = { subject: "decision" as const, subjectId: decision.id };
  await member.call(addComment, { body: { ...on, text: "<b>Not sure</b> {x}" } });
  await member.call(addComment, { body: { ...on, text: "@CFO how much is overdue?" } });
  const query = { subject: on.subject, id: decision.id };
  await expect.poll(async () => (await member.call(listComments, { query })).length).toBe(3);
  const [plain, , reply] = await member.call(listComments, { query });
  expect(plain).toMatchObject({ text: "<b>Not sure</b> {x}", agent: null, origin: "owner" });
  expect(reply?.agent?.role).toBe("CFO");
  expect(reply?.text).toContain("$100 is overdue, in 1 invoice:");
  expect((await journalOf(world, member)).filter((action) => action === "comment.added")).toHaveLength(3);
  const stranger = await world.member();
  expect(await stranger.call(listComments, { query })).toEqual([]);
  const task = await member.call(createTask, { body: { title: "Look" } });
  const foreign = await stranger.send("POST", "/api/comments", {
    body: { subject: "task", subjectId: task.id, text: "hello" },
  });
  expect(foreign.status).toBe(404);
});

test("the feed and a decision's journal name a comment's author, not the decision's executive", async () => {
  const member = await companyWithInvoices();
  const [, sales] = await hire(member, "CFO", "Sales");
  const decision = await member.call(makeDecision, { body: { agentId: sales?.id ?? "", ...testContexts.Sales } });
  const on = { subject: "decision" as const, subjectId: decision.id };
  await member.call(addComment, { body: { ...on, text: "@CFO how much is overdue?" } });
  const query = { subject: on.subject, id: decision.id };
  await expect.poll(async () => (await member.call(listComments, { query })).length).toBe(2);
  const { journal } = await member.call(getDecision, { params: { id: decision.id } });
  const comments = journal.filter(({ action }) => action === "comment.added");
  expect(comments.map(({ actor }) => actor)).toEqual([member.username, "Marcus"]);
  const { items } = await member.call(getFeed, { query: { actionType: "communication" } });
  const lines = items.filter(({ title }) => title.startsWith("Comment on: "));
  expect(lines.map(({ agentName, agentType }) => [agentName, agentType])).toEqual([
    ["Marcus", "CFO"],
    [member.username, "Person"],
  ]);
  // The comment's text, without the decision's own state and amount.
  expect(lines[0]?.description).toMatch(/overdue/);
  expect(lines[1]).toMatchObject({
    // A person's text is only in the comment itself, which they can delete.
    description: "",
    status: "completed",
    metadata: { financialImpact: null },
    href: `/decisions/${decision.id}`,
  });
});

test("an executive is asked by name or by role, anywhere in a comment", async () => {
  const member = await companyWithInvoices();
  await hire(member, "CFO", "Sales");
  const { id: subjectId } = await member.call(createTask, { body: { title: "Look" } });
  const comment = (text: string) => member.call(addComment, { body: { subject: "task", subjectId, text } });
  const query = { subject: "task" as const, id: subjectId };
  let replies = 0;
  for (const text of [
    "@marcus, how much is overdue?",
    "Ask @CFO: how much is overdue?",
    "How much is overdue, @Marcus? Thanks",
    "Before we call them (@cfo how much is overdue?)",
  ]) {
    const { runId } = await comment(text);
    expect(runId, text).not.toBeNull();
    replies += 1;
    const answers = async () =>
      (await member.call(listComments, { query })).filter(({ agent }) => agent?.role === "CFO");
    await expect.poll(async () => (await answers()).length).toBe(replies);
    expect((await answers()).at(-1)?.text, text).toContain("$100 is overdue, in 1 invoice:");
  }
  // Two executives who are named answer in one comment each.
  await comment("@CFO and @Sales, how much is overdue?");
  const bySales = async () =>
    (await member.call(listComments, { query })).filter(({ agent }) => agent?.role === "Sales");
  await expect.poll(async () => (await bySales()).length).toBe(1);
});

test("an unknown name is refused with the known ones; an email address and a colleague's name are plain text", async () => {
  const member = await companyWithInvoices();
  await hire(member, "CFO", "Legal");
  const { id: subjectId } = await member.call(createTask, { body: { title: "Look" } });
  const send = (text: string) => member.send("POST", "/api/comments", { body: { subject: "task", subjectId, text } });
  for (const text of ["@Marcusine how much is overdue?", "How much is overdue, @Marcusine?"]) {
    const reply = await send(text);
    expect([reply.status, reply.text]).toEqual([
      422,
      'No agent is called "Marcusine". You can ask @CEO, @CFO, @Sales, @Legal.',
    ]);
  }
  expect([(await send("@CFO")).status, (await send("@CFO")).text]).toEqual([400, "Write what @CFO should answer"]);
  const query = { subject: "task" as const, id: subjectId };
  expect(await member.call(listComments, { query })).toEqual([]);
  for (const text of [
    "Write to ines@cfo.example",
    `@${member.username} please look`,
    "5 @ 3 each",
    "See x.example/@cfo",
  ])
    expect((await send(text)).json, text).toMatchObject({ text, runId: null });
});

test("a question goes to the executive it names, and an unknown name is refused", async () => {
  const member = await companyWithInvoices();
  await hire(member, "CFO", "Sales");
  const send = (question: string) => member.send("POST", "/api/agents/ask", { body: { question, urgency: "high" } });
  const named = await answered(member, "Ask @Sales: how much is overdue?");
  expect([named.agent.role, named.question]).toEqual(["Sales", "Ask @Sales: how much is overdue?"]);
  expect(answerText(named)).toMatch(/^Marcus \(CFO\): \$100 is overdue/);
  expect((await send("@Nobody how much is overdue?")).text).toBe(
    'No agent is called "Nobody". You can ask @CEO, @CFO, @Sales.',
  );
  const absent = await send("@Legal how much is overdue?");
  expect([absent.status, absent.text]).toEqual([409, "You have no active Legal Counsel. Activate or add one."]);
  expect((await send("@CFO @Sales how much is overdue?")).text).toBe("A question goes to one executive: name one");
});

test("an executive asked about another's field delegates the question and reads none of that data itself", async () => {
  const member = await companyWithInvoices();
  const task = await member.call(createTask, { body: { title: "Look" } });
  const on = { subject: "task" as const, subjectId: task.id };
  const query = { subject: on.subject, id: task.id };
  const replyTo = async (text: string) => {
    const { runId } = await member.call(addComment, { body: { ...on, text } });
    if (!runId) throw new Error("The comment started no run.");
    const status = async () => (await member.call(getRun, { params: { id: runId } })).run.status;
    await expect.poll(status).toMatch(/done|failed/);
    const comments = await member.call(listComments, { query });
    return { page: await member.call(getRun, { params: { id: runId } }), reply: comments.find((one) => one.agent) };
  };
  const { page, reply } = await replyTo("@Sales how much is overdue?");
  expect(reply?.agent?.role).toBe("Sales");
  expect(reply?.text).toMatch(/^Marcus \(CFO\): \$100 is overdue, in 1 invoice/);
  expect(page.run.steps.map(({ action }) => action)).toEqual([null, null]);
  expect(page.delegated).toMatchObject([{ agentRole: "CFO", label: "Second opinion", status: "done" }]);
  await world.asOwner(
    `UPDATE agents SET capabilities = capabilities || '{"financial_analysis": false}' WHERE company_id = $1 AND role = 'CFO'`,
    [member.user.companyId],
  );
  const refused = await replyTo("@Sales how much is overdue?");
  expect(refused.page.run).toMatchObject({
    status: "failed",
    sentence: "Marcus may not read receivables: financial analysis is switched off",
  });
});

test("an exact name is preferred to a longer name that starts with it", async () => {
  const member = await companyWithInvoices();
  await world.asOwner(
    `INSERT INTO customers (company_id, id, source, external_id, origin, created_at, updated_at, name, name_key, status)
     VALUES ($1, gen_random_uuid(), 'csv', 'C-2', 'external', now(), now(), 'Acme Robotics', 'acme robotics', 'active')`,
    [member.user.companyId],
  );
  expect(answerText(await answered(member, "How much does Acme owe us?"))).toBe(
    "Acme Ltd owes $600; $100 of it is overdue.",
  );
});

test("a capability that is switched off is refused in a sentence, and nothing is recorded", async () => {
  const member = await companyWithInvoices();
  const question = "How much is overdue?";
  expect((await answered(member, question)).answered).toBe(true);
  const before = (await journalOf(world, member)).length;
  const turn = (to: boolean) =>
    world.asOwner(
      `UPDATE agents SET capabilities = capabilities || jsonb_build_object('financial_analysis', $2::boolean)
       WHERE company_id = $1 AND role = 'CFO'`,
      [member.user.companyId, to],
    );
  await turn(false);
  const body = { question, urgency: "high" };
  const refused = await member.send("POST", "/api/agents/ask", { body });
  expect([refused.status, refused.text]).toEqual([
    403,
    expect.stringMatching(/ may not read receivables: financial analysis is switched off$/),
  ]);
  expect(await journalOf(world, member)).toHaveLength(before);
  // Questions under another capability are still answered.
  expect((await answered(member, "What do we spend our money on?")).status).toBe("done");
  await turn(true);
  expect((await answered(member, question)).answered).toBe(true);
});

test("a question no record answers is answered with a quote from the company's own Brain, never from another company's", async () => {
  const member = await companyWithInvoices();
  const stranger = await companyWithInvoices();
  const question = "Who carries our parcels to Norway?";
  const refused = await answered(member, question);
  expect(refused.answered).toBe(false);
  const content = "Parcels to Norway are carried by Harbour Logistics. Each one costs 12 pounds.";
  await member.call(addNote, { body: { content, importance: 5 } });

  const asked = await answered(member, question);
  expect(asked.answered).toBe(true);
  expect(answerText(asked)).toContain("From the Company Brain: “Parcels to Norway are carried by Harbour Logistics.”");
  const run = await member.call(getRun, { params: { id: asked.runId } });
  expect(JSON.stringify(run)).toContain("Ask the Company Brain");
  // The Brain does not store its own answers.
  await member.call(syncBrain);
  const held = await member.call(listPassages);
  expect(
    held.filter(({ content: text }) => text.includes("Parcels to Norway")).map(({ contentType }) => contentType),
  ).toEqual(["note"]);
  expect((await answered(stranger, question)).answered).toBe(false);
  // The note has few of this question's words.
  expect((await answered(member, "Who carries the responsibility for our security audits?")).answered).toBe(false);
});

test("a day that does not exist is said not to exist, and words that narrow a topic refuse it or are named", async () => {
  const member = await companyWithInvoices();
  const told = async (question: string) => {
    const asked = await answered(member, question);
    return { answered: asked.answered, text: answerText(asked) };
  };
  for (const [written, day] of [
    ["29 February 2025", "29 February 2025"],
    ["April 31, 2026", "April 31 2026"],
    ["the 31st of June 2026", "31st of June 2026"],
    ["2026-02-30", "2026 02 30"],
  ])
    expect(await told(`What was revenue on ${written}?`)).toEqual({
      answered: false,
      text: `I can't answer this: there is no ${day}.`,
    });
  expect((await told("How much do left-handed customers owe us?")).answered).toBe(false);
  expect((await told("How much do customers not owe us?")).answered).toBe(false);
  // The same question without the word is answered: the refusals are not for want of records.
  expect((await told("How much do customers owe us?")).answered).toBe(true);
});
