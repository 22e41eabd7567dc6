import { rooms } from "../test/faults/mailing.ts";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import type { Mailbox } from "#connectors/mailbox.ts";
import * as mail from "#features/mailroom/contract.ts";
import { readLetter } from "#features/mailroom/letters/letter.ts";
import { pass } from "#features/mailroom/passing/service.ts";
import { mailboxes } from "../test/mailbox.ts";
import { startDovecot } from "../test/outside/dovecot.ts";
import { openGmail } from "../test/outside/gmail.ts";
import { openMailStandIn } from "../test/outside/smtp/server.ts";
import { onBoth, type Side } from "./both.ts";
import { atMost, type Report } from "./report.ts";

const [boxes, lettersOfBox, large, idle] = [100, 50, 50_000, 100];
const cpuMs = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
};
async function cpuOf(times: number, work: (at: number) => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let at = 0; at < times; at += 1) await work(at);
  return cpuMs(before) / times;
}
const letter = (at: number) =>
  `From: Kim <kim${at}@client.example>\r\nTo: office@firm.example\r\nSubject: Vase ${at}\r\nMessage-ID: <${at}@client.example>\r\n\r\nHello, which colours do you have of vase ${at}?\r\n`;

/** Counts the commands of a client on their way to a server. */
async function openCounter(port: number) {
  const commands: string[] = [];
  const server = createServer((client) => {
    const up = connect(port, "127.0.0.1");
    client.on("data", (bytes: Buffer) => {
      const lines = bytes.toString("latin1").matchAll(/^[0-9A-F]+ (UID )?([A-Z]+)/gm);
      commands.push(...[...lines].map(([, uid = "", name = ""]) => uid + name));
    });
    client.pipe(up).pipe(client);
    for (const one of [client, up]) one.on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    take: () => commands.splice(0),
    close: () => void server.close(),
  };
}

/** Goal 20, and what a poll costs: of goal 29. */
export async function measure(): Promise<Report> {
  const outside = mailboxes();
  const withMemory = { ...rooms, mailboxes: [...rooms.mailboxes, outside.kind] };
  const gmail = await openGmail({ address: "office@firm.example" });
  const dovecot = await startDovecot();
  const smtp = await openMailStandIn();
  const counter = await openCounter(dovecot.port);
  const old = new Date(Date.now() - 3_600_000);
  for (let at = 0; at < large; at += 1) gmail.deliver({ at: old });
  // All of the same day: IMAP searches by days.
  dovecot.fill(
    "office",
    Array.from({ length: large }, (_, at) => letter(at)),
    old,
  );
  const { access } = gmail.signIn.grant();
  const small = await openGmail({ address: "small@firm.example" });
  const smallAccess = small.signIn.grant().access;
  const kinds = {
    // Going through a long history is the stand-in's cost, so idle polls are measured at a small one.
    "small Gmail": { kind: "gmail-at", settings: { address: small.address, url: small.url, access: smallAccess } },
    Gmail: { kind: "gmail-at", settings: { address: gmail.address, url: gmail.url, access } },
    IMAP: {
      kind: "dovecot-at",
      settings: { address: "office@imap.example", user: "office", imap: String(counter.port), smtp: String(smtp.port) },
    },
    "no mailbox": { kind: "memory", settings: { address: "office@memory.example", password: "x" } },
  };
  const takeCalls = {
    "small Gmail": small.calls,
    Gmail: gmail.calls,
    IMAP: counter.take,
    "no mailbox": () => [] as string[],
  };

  async function startsOf({ member, ctx }: Side) {
    const found: Record<string, { first: string[]; next: string[]; idleMs: number; bareMs: number }> = {};
    for (const [name, { kind, settings }] of Object.entries(kinds)) {
      const { id } = await member.call(mail.connectMailbox, {
        body: { kind, settings: settings as never, consent: true },
      });
      const take = takeCalls[name as keyof typeof kinds];
      // A first look at a folder has the server index it.
      await pass(ctx, id);
      await member.call(mail.startProcessing);
      take();
      await pass(ctx, id);
      const first = take();
      await pass(ctx, id);
      const next = take();
      const idleMs = await cpuOf(idle, () => pass(ctx, id));
      const open = withMemory.mailboxes
        .find((one) => one.id === kind)
        ?.open({ settings: settings as never, privateAddresses: [] }) as Mailbox;
      const { cursor } = await open.poll(null, { since: new Date() });
      await open.close();
      // As the product does: each poll opens and closes it.
      const bareMs = await cpuOf(idle, async () => {
        const one = withMemory.mailboxes
          .find(({ id: of }) => of === kind)
          ?.open({ settings: settings as never, privateAddresses: [] });
        await one?.poll(cursor, { since: new Date() });
        await one?.close();
      });
      take();
      await member.call(mail.stopProcessing);
      await member.call(mail.removeMailbox, { params: { id } });
      found[name] = { first, next, idleMs, bareMs };
    }
    return found;
  }

  async function cycleOf({ name, member, ctx, world }: Side) {
    const ids: string[] = [];
    for (let number = 0; number < boxes; number += 1) {
      const settings = { address: `box${number}@${name.toLowerCase()}${number}.example`, password: "x" };
      const { id } = await member.call(mail.connectMailbox, { body: { kind: "memory", settings, consent: true } });
      ids.push(id);
      const box = outside.of(settings.address);
      for (let at = 0; at < lettersOfBox; at += 1)
        box.receive(letter(number * lettersOfBox + at).replace("office@firm.example", settings.address));
    }
    await world.asOwner("UPDATE mailboxes SET started_at = now() - interval '1 hour' WHERE company_id = $1", [
      member.user.companyId,
    ]);
    const started = performance.now();
    const before = process.cpuUsage();
    const queue = [...ids];
    // As many at once as the job does.
    await Promise.all(
      [1, 2, 3, 4].map(async () => {
        for (let id = queue.shift(); id !== undefined; id = queue.shift()) await pass(ctx, id);
      }),
    );
    const [seconds, ms] = [(performance.now() - started) / 1_000, cpuMs(before)];
    const [row] = await world.asOwner<{ all: number; open: number; once: number }>(
      `SELECT count(*)::int AS all, count(DISTINCT (mailbox_id, message_id))::int AS once,
         (count(*) FILTER (WHERE state IN ('drafted', 'needs_human', 'skipped')))::int AS open
       FROM letters WHERE company_id = $1`,
      [member.user.companyId],
    );
    await world.asOwner("CREATE TABLE bare_letters (id uuid PRIMARY KEY, sender text, subject text, body text)");
    const bareMs = await cpuOf(1_000, async (at) => {
      const { from, subject, text } = await readLetter(Buffer.from(letter(at)));
      const values = [crypto.randomUUID(), from.address, subject, text];
      await world.asOwner("INSERT INTO bare_letters VALUES ($1, $2, $3, $4)", values, "bare");
    });
    return { seconds, msEach: ms / (boxes * lettersOfBox), bareMs, ...row };
  }

  const sides = await onBoth(
    async (side) => ({ name: side.name, starts: await startsOf(side), cycle: await cycleOf(side) }),
    "web",
    { PRIVATE_ADDRESSES: "127.0.0.1" },
    withMemory,
  );
  counter.close();
  await dovecot.stop();
  await smtp.close();
  await gmail.close();
  await small.close();
  const whole = boxes * lettersOfBox;
  return {
    title: `20  ${boxes} mailboxes × ${lettersOfBox} emails; a first start on ${large} messages; a poll that finds nothing`,
    lines: sides.flatMap(({ name, starts, cycle }) => [
      ...Object.entries(starts).map(
        ([kind, { first, next, idleMs, bareMs }]) =>
          `${name}, ${kind}: first ${first.length} calls (${first.join(", ")}); idle ${next.length} (${next.join(", ")}); processor time ${idleMs.toFixed(2)} ms, of that the poll alone ${bareMs.toFixed(2)} ms`,
      ),
      `${name}: ${cycle.all} emails read, judged and drafted in ${cycle.seconds.toFixed(1)} s, ${cycle.msEach.toFixed(2)} ms of processor time each; reading and one INSERT ${cycle.bareMs.toFixed(2)} ms: ${(cycle.msEach / cycle.bareMs).toFixed(1)} ×`,
    ]),
    goals: sides.flatMap(({ name, starts, cycle }) => [
      atMost(`${name}: emails lost or twice`, 2 * whole - (cycle.once ?? 0) - (cycle.open ?? 0), 0, ""),
      atMost(`${name}: calls of Gmail's first start`, starts["Gmail"]?.first.length ?? 99, 2, ""),
      ...["small Gmail", "no mailbox"].map((kind) => {
        const { idleMs = 99, bareMs = 0 } = starts[kind] ?? {};
        return atMost(
          `${name}, ${kind}: an idle poll beyond the bare one`,
          Number((idleMs - bareMs).toFixed(2)),
          5,
          "ms",
        );
      }),
      ...["Gmail", "IMAP"].map((kind) =>
        atMost(`${name}: calls of an idle poll of ${kind}`, starts[kind]?.next.length ?? 99, 1, ""),
      ),
    ]),
  };
}
