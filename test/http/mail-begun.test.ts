import { afterAll, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import { setAutonomy } from "#features/agents/contract.ts";
import { listDecisions, settleDecision, settleDecisions } from "#features/decisions/contract.ts";
import * as begun from "#features/mailroom/beginning/contract.ts";
import * as mail from "#features/mailroom/contract.ts";
import { initializeOversight } from "#features/oversight/contract.ts";
import { acceptPlan, executeCommand } from "#features/plans/contract.ts";
import { addRecord, changeRecord } from "#features/records/contract.ts";
import { hurryDeliveries } from "../deliveries.ts";
import { mailboxes } from "../mailbox.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

/** Letters that executives begin: who gets one, what leaves, and when. */
const outside = mailboxes();
let world: World;
beforeAll(async () => {
  world = await openWorld({ UNDO_SECONDS: "120" }, { ...product, mailboxes: [outside.kind] });
});
afterAll(() => world?.close());

let made = 0;
/** A company with a mailbox and a CFO. */
async function open({ isConnected = true } = {}) {
  made += 1;
  const address = `money@company-${made}.example`;
  const member = await world.member();
  const [ceo, cfo] = await hire(member, "CEO", "CFO");
  const id = isConnected
    ? (
        await member.call(mail.connectMailbox, {
          body: { kind: "memory", settings: { address, password: "secret" }, consent: true },
        })
      ).id
    : "";
  return { member, id, ceo, cfo, box: outside.of(address) };
}

const customer = (member: Member, name: string, email: string | null) =>
  member.call(addRecord, {
    body: { kind: "customers", source: "manual", fields: { name, email, status: "active" } as never },
  });
const invoice = (member: Member, number: string, customerName: string, amount: number, status = "open") =>
  member.call(addRecord, {
    body: {
      kind: "invoices",
      source: "manual",
      fields: {
        number,
        customerName,
        amount,
        status,
        direction: "receivable",
        issuedOn: "2026-01-05",
        dueOn: "2026-02-05",
      } as never,
    },
  });
const remind = (member: Member, party: string, numbers?: string[]) =>
  member.call(begun.beginLetter, { body: { kind: "reminder", party, ...(numbers && { numbers }) } });
const pending = async (member: Member) => member.call(listDecisions, { query: { status: "pending" } });
const approve = (member: Member, id: string) =>
  member.call(settleDecision, { params: { id }, body: { approved: true } });
/** The time is over in which an approval can be taken back. */
async function release({ user }: Member): Promise<void> {
  const rows = await world.asOwner<{ id: string }>(
    "UPDATE decisions SET undo_until = now() - interval '1 second' WHERE company_id = $1 AND status = 'approved' RETURNING id",
    [user.companyId],
  );
  await world.asOwner(
    `WITH due AS (UPDATE pgboss.job SET start_after = now() WHERE data->'input'->>'decisionId' = ANY($1) RETURNING name)
     SELECT pg_notify('boardroom_jobs', name) FROM due`,
    [rows.map(({ id }) => id)],
  );
}
const letters = async (member: Member) => (await member.call(mail.listLetters)).letters;
const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Error) => error.message,
  );

test("a command to chase ends with a letter for each customer, which are approved together and leave once each", async () => {
  const { member, box } = await open();
  for (const name of ["Harbour Foods", "Quay Cafe", "Mole Bakery"]) {
    await customer(member, name, `${name.split(" ")[0]?.toLowerCase()}@customer.example`);
    await invoice(member, `${name.slice(0, 1)}-1`, name, 1_200);
  }
  await invoice(member, "H-2", "Harbour Foods", 300);
  const plan = await member.call(executeCommand, { body: { prompt: "Chase the overdue invoices" } });
  expect(plan.proposals.map(({ title }) => title)).toEqual([
    "Remind Harbour Foods of $1,500",
    expect.stringMatching(/^Remind (Quay Cafe|Mole Bakery) of \$1,200$/),
    expect.stringMatching(/^Remind (Quay Cafe|Mole Bakery) of \$1,200$/),
  ]);
  expect(await letters(member)).toEqual([]);
  await member.call(acceptPlan, { params: { id: plan.id } });
  const waiting = await pending(member);
  expect(waiting.map(({ title }) => title).toSorted()).toEqual([
    "Write to harbour@customer.example: Invoice no. H-1 and H-2: $1,500 overdue",
    "Write to mole@customer.example: Invoice no. M-1: $1,200 overdue",
    "Write to quay@customer.example: Invoice no. Q-1: $1,200 overdue",
  ]);
  expect(box.sent).toEqual([]);
  const settled = await member.call(settleDecisions, { body: { ids: waiting.map(({ id }) => id), approved: true } });
  expect(settled.done).toHaveLength(3);
  await release(member);
  await hurryDeliveries(world);
  await expect
    .poll(async () => (await letters(member)).map(({ state }) => state), { timeout: 20_000 })
    .toEqual(["sent", "sent", "sent"]);
  expect(box.sent.map(({ letter }) => letter.to).toSorted()).toEqual([
    "harbour@customer.example",
    "mole@customer.example",
    "quay@customer.example",
  ]);
  const [{ text } = { text: "" }] = box.sent.filter(({ letter }) => letter.to.startsWith("harbour"));
  expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(text).toMatch(/^Subject: Invoice no. H-1 and H-2: \$1,500 overdue\r$/m);
  const unwrapped = text.replaceAll("=\r\n", "");
  expect(unwrapped).toContain(
    "Our records show $1,500 outstanding on invoice no. H-1 and H-2, due on 5 February 2026.",
  );
  expect(unwrapped).toContain("This email was written by an AI assistant.");
  expect(await journalOf(world, member)).toEqual(expect.arrayContaining(["mail.begun", "mail.held", "mail.sent"]));

  // Nobody is reminded twice within a week.
  expect(await refusal(remind(member, "Harbour Foods"))).toMatch(
    /^409: Harbour Foods got such an email on .* already\.$/,
  );
});

test("a letter lost on its way, once accepted, is not sent again", async () => {
  const { member, box } = await open();
  await customer(member, "Elm", "elm@customer.example");
  await invoice(member, "E-1", "Elm", 90);
  const { decisionId } = await remind(member, "Elm");
  box.fail("lost after");
  await approve(member, decisionId ?? "");
  await release(member);
  await expect
    .poll(
      async () => {
        await hurryDeliveries(world);
        return (await letters(member)).map(({ state }) => state);
      },
      { timeout: 30_000 },
    )
    .toEqual(["sent"]);
  expect(box.sent).toHaveLength(1);
});

test("what was paid meanwhile is not asked for", async () => {
  const { member, box } = await open();
  await customer(member, "Fir", "fir@customer.example");
  const bill = await invoice(member, "F-1", "Fir", 90);
  const { decisionId } = await remind(member, "Fir");
  await member.call(changeRecord, {
    params: { id: bill.id },
    body: { kind: "invoices", fields: { ...bill.fields, status: "paid", paidOn: "2026-11-01" } as never },
  });
  await approve(member, decisionId ?? "");
  await release(member);
  await hurryDeliveries(world);
  await expect.poll(async () => (await letters(member))[0]?.state, { timeout: 20_000 }).toBe("failed");
  expect((await letters(member))[0]?.why).toBe("What it asks for was paid or changed in the meantime.");
  expect(box.sent).toEqual([]);
});

test("only an address of record is written to, of what is owed and undisputed", async () => {
  const { member } = await open();
  await customer(member, "Oak", null);
  await invoice(member, "O-1", "Oak", 50);
  await customer(member, "Ash", "ash@customer.example");
  await invoice(member, "A-1", "Ash", 50, "disputed");
  expect(await refusal(remind(member, "Oak"))).toBe(
    "409: Oak has no email address: add one to its record, then write again.",
  );
  expect(await refusal(remind(member, "Ash"))).toBe("409: Ash owes nothing that is overdue and undisputed.");
  expect(await refusal(remind(member, "Nobody"))).toMatch(/^409: Nobody owes nothing/);
  expect(await letters(member)).toEqual([]);
  const { member: other } = await open({ isConnected: false });
  await customer(other, "Oak", "oak@customer.example");
  await invoice(other, "O-1", "Oak", 50);
  expect(await refusal(remind(other, "Oak"))).toBe("409: No mailbox is connected. Connect one first, under Mail.");
});

test("an opened category lets it leave alone, and the policy and a person can stop it", async () => {
  const { member, id, cfo, box } = await open();
  await member.call(initializeOversight);
  await member.call(mail.changeMailbox, { params: { id }, body: { categories: ["CFO"] } });
  await member.call(setAutonomy, { params: { id: cfo?.id ?? "" }, body: { autonomyLevel: "execute" } });
  await member.call(mail.startProcessing);
  await customer(member, "Yew", "yew@customer.example");
  await invoice(member, "Y-1", "Yew", 40);
  const { letterId, decisionId } = await remind(member, "Yew");
  expect(decisionId).toBe(null);
  expect((await letters(member))[0]).toMatchObject({
    state: "held",
    from: "yew@customer.example",
    begun: { kind: "reminder" },
  });
  await member.call(mail.undoSending, { params: { id: letterId } });
  expect(box.sent).toEqual([]);
  await member.call(mail.editDraft, { params: { id: letterId }, body: { text: "Please look at Y-1." } });
  await member.call(mail.sendDraft, { params: { id: letterId } });
  await hurryDeliveries(world);
  await expect.poll(async () => (await letters(member))[0]?.state, { timeout: 20_000 }).toBe("sent");
  expect(box.sent.map(({ text }) => text.includes("Please look at Y-1."))).toEqual([true]);
});

test("a person who edits a letter that waits takes it over from its decision", async () => {
  const { member } = await open();
  await customer(member, "Elder", "elder@customer.example");
  await invoice(member, "L-1", "Elder", 40);
  const { letterId } = await remind(member, "Elder");
  await member.call(mail.editDraft, { params: { id: letterId }, body: { text: "In my own words." } });
  expect(await pending(member)).toEqual([]);
  expect(await member.call(mail.getLetter, { params: { id: letterId } })).toMatchObject({ draft: "In my own words." });
});

test("templates are the company's own once changed, and ours again once reset", async () => {
  const { member } = await open();
  const ours = await member.call(begun.listTemplates);
  expect(ours.map(({ kind, isOwn }) => [kind, isOwn])).toEqual(begun.beginnings.map((kind) => [kind, false]));
  const change = (body: object) => member.send("PUT", "/api/mail/templates/reminder", { body });
  expect((await change({ subject: "Pay {everything}", body: "Now" })).text).toContain("{everything}");
  expect((await change({ subject: "About {invoice}", body: "It is {amount}, due {due}." })).status).toBe(200);
  await customer(member, "Pine", "pine@customer.example");
  await invoice(member, "P-1", "Pine", 70);
  const { letterId } = await remind(member, "Pine");
  expect(await member.call(mail.getLetter, { params: { id: letterId } })).toMatchObject({
    subject: "About P-1",
    draft: expect.stringContaining("It is $70, due 5 February 2026."),
  });
  expect(await member.call(begun.resetTemplate, { params: { kind: "reminder" } })).toEqual(ours[0]);
  expect(await journalOf(world, member)).toContain("mail.template_changed");
});

test("another company sees none of it", async () => {
  const { member } = await open();
  await customer(member, "Larch", "larch@customer.example");
  await invoice(member, "R-1", "Larch", 70);
  const { letterId } = await remind(member, "Larch");
  const { member: stranger } = await open();
  expect((await stranger.send("GET", `/api/mail/letters/${letterId}`)).status).toBe(404);
  expect(await refusal(remind(stranger, "Larch"))).toMatch(/owes nothing/);
  expect(await letters(stranger)).toEqual([]);
});
