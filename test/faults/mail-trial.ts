import { setTimeout as sleep } from "node:timers/promises";
import { ImapFlow } from "imapflow";
import PostalMime from "postal-mime";
import { jobContext } from "#features/accounts/service.ts";
import { setAutonomy } from "#features/agents/contract.ts";
import * as mail from "#features/mailroom/contract.ts";
import { pollJob } from "#features/mailroom/service.ts";
import { initializeOversight } from "#features/oversight/contract.ts";
import { readConfig } from "#platform/config.ts";
import { type Ctx, mintCompany } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { startDovecot } from "../outside/dovecot.ts";
import { openGmail } from "../outside/gmail.ts";
import type { Call } from "../outside/service.ts";
import { openMailStandIn } from "../outside/smtp/server.ts";
import { hire, type Member, openOn } from "../world.ts";
import type { FaultOptions, FaultOutcome } from "./fault.ts";
import { rooms } from "./mailing.ts";
import { type Server } from "./server.ts";
import { openStage } from "./stage.ts";

type Options = Pick<FaultOptions, "seed" | "say"> & { mails: number; kills: number };

/** Letters of one mailbox: more answers in a day would look like a burst, and oversight would hold them. */
const lettersOfBox = 25;
/** One call in so many is refused, lost, reset or garbled. */
const share = 0.01;
/** At these calls of Gmail an instance is killed, before or after they were carried out. */
const steps = [
  ["GET", /\/history$/],
  ["GET", /\/messages\/\w+$/],
  ["GET", /\/threads\/\w+$/],
  ["GET", /\/drafts$/],
  ["POST", /\/drafts$/],
  ["GET", /\/drafts\/[\w-]+$/],
  ["POST", /\/drafts\/send$/],
] as const;

function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** `alone`: its answer leaves alone; `by hand`: a person sends it; `twice`: it arrives in two copies; `none`: it gets none. */
type Kind = "alone" | "by hand" | "twice" | "none";
type Incoming = { kind: Kind; messageId: string; from: string; raw: string };

const unanswered = [
  "Auto-Submitted: auto-replied (vacation)",
  "List-Id: <news.client.example>",
  "Precedence: bulk",
  "X-Auto-Response-Suppress: All",
  "X-Boardroom-Reply: another.1",
  "Return-Path: <>",
];

function incoming(at: number, address: string): Incoming {
  const place = at % lettersOfBox;
  const kind: Kind = place < 14 ? "alone" : place < 16 ? "twice" : place < 18 ? "by hand" : "none";
  const word = at.toString(26).replaceAll(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)] ?? "");
  const from = `person@client-${at}.example`;
  const messageId = `<mail-${at}@client-${at}.example>`;
  const header = kind === "none" ? `${unanswered[at % unanswered.length]}\r\n` : "";
  // Hidden text keeps a letter from being answered alone, so that a person sends it.
  const hidden = kind === "by hand" ? "<p hidden>Some words that nobody sees</p>" : "";
  const type = hidden ? "text/html" : "text/plain";
  const text = `Hello, which colours do you have of the vase called Va${word}o?${hidden}`;
  const raw = `From: Person <${from}>\r\nTo: ${address}\r\nSubject: Vase Va${word}o\r\nMessage-ID: ${messageId}\r\nDate: ${new Date().toUTCString()}\r\n${header}Content-Type: ${type}; charset=utf-8\r\n\r\n${text}\r\n`;
  return { kind, messageId, from, raw };
}

type Box = {
  name: string;
  kind: "Gmail" | "Dovecot";
  address: string;
  settings: Record<string, string>;
  arrive(one: Incoming): Promise<void>;
  /** What really left, whoever sent it. */
  left(): string[];
  letters: Incoming[];
  member: Member;
  ctx: Ctx;
  mailboxId: string;
};

/** Two instances answer many mailboxes of both kinds while they are killed and calls of the outside go wrong. */
export async function mailTrial({ mails, kills, seed, say }: Options): Promise<FaultOutcome> {
  await using stage = openStage("mail-trial");
  const random = randomFrom(seed);
  const place = await stage.place("postgres");
  const smtp = stage.keep(await openMailStandIn());
  const dovecot = await startDovecot({ submissionPort: smtp.port });
  stage.after(() => dovecot.stop());
  const env = { ...place.env, PRIVATE_ADDRESSES: "127.0.0.1", RATE_LIMIT_FACTOR: "100000", UNDO_SECONDS: "1" };
  const startInstance = () =>
    stage.start({ ...env, ROLE: "jobs", TRIAL_ROOMS: "./mailing.ts", LOG_LEVEL: "fatal" }, [], {
      entry: "test/faults/delivering-instance.ts",
    });
  const writer = stage.keep(await openOn(readConfig({ ...env, PORT: "0", LOG_LEVEL: "fatal", ROLE: "web" }), rooms));
  const instances: Server[] = [];
  const hits = new Map<string, number>();
  const hit = (what: string) => void hits.set(what, (hits.get(what) ?? 0) + 1);
  const startedAt = performance.now();
  const boxes: Box[] = [];
  /** The step at which the next kill strikes, if it is one of the outside. */
  let armed: { step: string; strike: () => void } | null = null;
  const strikes = (step: string): boolean => {
    if (armed?.step !== step) return false;
    const { strike } = armed;
    armed = null;
    hit(`kill at ${step}`);
    setTimeout(strike, 20);
    return true;
  };
  const stepOf = ({ method, path }: Call): string | null => {
    const found = steps.find(([verb, pattern]) => verb === method && pattern.test(path));
    return found ? `${found[0]} ${String(found[1])}` : null;
  };

  async function openGmailBox(name: string): Promise<Pick<Box, "address" | "settings" | "arrive" | "left">> {
    const address = `${name}@company.example`;
    const gmail = await openGmail({ address });
    stage.after(gmail.close);
    const isHit = (what: string) => () => random() < share && (hit(what), true);
    gmail.fail({ kind: "slow", ms: 400 }, { on: (call) => random() < 0.5 && strikes(stepOf(call) ?? "") });
    gmail.fail({ kind: "reset" }, { on: (call) => strikes(stepOf(call) ?? "") });
    gmail.fail({ kind: "lost response" }, { on: isHit("answers of Gmail lost") });
    gmail.fail({ kind: "refuse", status: 503 }, { on: isHit("calls of Gmail refused") });
    gmail.fail({ kind: "malformed" }, { on: isHit("answers of Gmail garbled") });
    const { access } = gmail.signIn.grant();
    return {
      address,
      settings: { address, url: gmail.url, access },
      async arrive(one) {
        gmail.receive(one.raw);
        // The history repeats a letter, and is gone now and then.
        if (random() < 0.1) gmail.person.label([...gmail.letters.keys()].at(-1) ?? "", "STARRED");
        if (random() >= 0.05) return;
        gmail.pruneHistory();
        gmail.stir();
        hit("histories gone");
      },
      left: () => gmail.sent.map(({ raw }) => raw),
    };
  }
  async function openDovecotBox(name: string): Promise<Pick<Box, "address" | "settings" | "arrive" | "left">> {
    const address = `${name}@example.test`;
    const auth = { user: name, pass: "secret" };
    const client = new ImapFlow({
      host: "127.0.0.1",
      port: dovecot.port,
      secure: false,
      doSTARTTLS: false,
      auth,
      logger: false,
    });
    client.on("error", () => undefined);
    await client.connect();
    stage.after(() => client.close());
    return {
      address,
      settings: { address, user: name, imap: String(dovecot.port), smtp: String(smtp.port) },
      arrive: async (one) => void (await client.append("INBOX", one.raw)),
      left: () => smtp.journal.filter(({ from }) => from === address).map(({ raw }) => raw),
    };
  }
  smtp.behave(() => {
    if (strikes("SMTP after DATA")) return { kind: "silence" };
    if (random() < share) return (hit("answers of SMTP lost"), { kind: "hang up" });
    if (random() < share) return (hit("mails refused by SMTP for now"), { kind: "refuse", at: "data", code: 451 });
    return { kind: "take" };
  });

  async function openBox(number: number): Promise<Box> {
    const kind = number % 2 === 0 ? "Gmail" : "Dovecot";
    const name = `box${number}`;
    const opened = await (kind === "Gmail" ? openGmailBox : openDovecotBox)(name);
    const member = await writer.member(name);
    const agents = await hire(member, "CEO", "Sales", "Customer Success", "Operations");
    await member.call(initializeOversight);
    for (const { id } of agents) await member.call(setAutonomy, { params: { id }, body: { autonomyLevel: "execute" } });
    const { id: mailboxId } = await retried(() =>
      member.call(mail.connectMailbox, {
        body: { kind: kind === "Gmail" ? "gmail-at" : "dovecot-at", settings: opened.settings, consent: true },
      }),
    );
    const categories = ["CEO", "Sales", "Customer Success", "Operations"] as const;
    await member.call(mail.changeMailbox, {
      params: { id: mailboxId },
      body: { categories: [...categories] as never },
    });
    await member.call(mail.startProcessing);
    const ctx = await jobContext(writer.boardroom.platform, mintCompany(member.user.companyId));
    return { ...opened, name, kind, letters: [], member, ctx, mailboxId };
  }
  const poll = ({ ctx, mailboxId }: Box) => write(ctx, (tx) => tx.jobs.send(tx.db, pollJob, tx.company, { mailboxId }));
  const ask = <Row extends object>(text: string) => place.ask((query) => query<Row>(text));

  instances.push(await startInstance(), await startInstance());
  for (let number = 0; number < Math.ceil(mails / lettersOfBox); number += 1) boxes.push(await openBox(number));
  say(`${boxes.length} mailboxes are open`);
  // A first poll sets where each begins.
  for (const box of boxes) await poll(box);
  const waitsForFirst = async () =>
    (await ask<{ n: number }>("SELECT count(*)::int AS n FROM mailboxes WHERE cursor IS NULL"))[0]?.n !== 0;
  for (let tries = 0; (await waitsForFirst()) && tries < 120; tries += 1) await sleep(1_000);

  let [arrived, killed, isOver] = [0, 0, false];
  const arriving = (async () => {
    for (; arrived < boxes.length * lettersOfBox; arrived += 1) {
      while (arrived > (boxes.length * lettersOfBox * (killed + 1)) / kills) await sleep(50);
      const box = boxes[arrived % boxes.length] as Box;
      const one = incoming(Math.floor(arrived / boxes.length) + (arrived % boxes.length) * lettersOfBox, box.address);
      box.letters.push(one);
      await box.arrive(one);
      if (one.kind === "twice") await box.arrive(one);
    }
  })();
  const driving = (async () => {
    while (!isOver) {
      for (const box of boxes) {
        await poll(box);
        // A person sends what waits for them.
        const { letters } = await box.member.call(mail.listLetters, { query: { state: "drafted" } });
        for (const { id } of letters) await box.member.send("POST", mail.sendDraft.path.replace(":id", id));
      }
      // Pauses and rests are as much shorter as everything else here.
      await ask(
        "UPDATE deliveries SET due_at = now() WHERE status = 'held' AND attempts > 0 AND due_at > now() + interval '1 second'",
      );
      await ask("UPDATE delivery_destinations SET closed_until = now() WHERE closed_until > now()");
      await sleep(500);
    }
  })();
  const places = ["SMTP after DATA", ...steps.map(([verb, pattern]) => `${verb} ${String(pattern)}`), null];
  for (; killed < kills; killed += 1) {
    const at = killed % 2;
    const step = places[killed % places.length] ?? null;
    const due = Promise.withResolvers<void>();
    const strike = () => {
      // At a call of the outside nobody knows which instance made it, so both die.
      for (const one of step === null ? [instances[at]] : instances) one?.signal("SIGKILL");
      due.resolve();
    };
    if (step !== null) armed = { step, strike };
    await Promise.race([due.promise, sleep(step === null ? 1_000 + random() * 2_000 : 15_000)]);
    if (step === null || armed !== null) {
      armed = null;
      hit("kill at any moment");
      strike();
    }
    const dead = instances.flatMap((one, number) => (step === null && number !== at ? [] : [{ one, number }]));
    await Promise.all(dead.map(({ one }) => one.ended));
    // As if their leases of mailboxes and deliveries had run out.
    await ask("UPDATE mailboxes SET lease_until = now() WHERE lease_until > now()");
    if (step !== null) await ask("UPDATE deliveries SET due_at = now() WHERE status = 'sending'");
    for (const { number } of dead) instances[number] = await startInstance();
    say(`kill ${killed + 1} of ${kills}, ${arrived} arrived, ${boxes.flatMap((box) => box.left()).length} left`);
  }
  await arriving;
  const open = async () => {
    const [row] = await ask<{ letters: number; deliveries: number; rows: number }>(
      `SELECT (SELECT count(*)::int FROM letters WHERE state IN ('seen', 'held', 'drafted')) AS letters,
           (SELECT count(*)::int FROM letters) AS rows,
           (SELECT count(*)::int FROM deliveries WHERE kind = 'email' AND status IN ('held', 'sending')) AS deliveries`,
    );
    const copies = boxes.flatMap(({ letters }) => letters).filter(({ kind }) => kind === "twice").length;
    const wanted = boxes.length * lettersOfBox + copies;
    return (row?.letters ?? 1) + (row?.deliveries ?? 1) + Math.max(0, wanted - (row?.rows ?? 0));
  };
  const until = performance.now() + 240_000 + mails * 300;
  for (let left = await open(); left > 0 && performance.now() < until; left = await open()) {
    say(`${left} are still under way`);
    await sleep(3_000);
  }
  isOver = true;
  await driving;
  const { violations, figures } = await judge(boxes, ask);
  const all = [...hits].toSorted(([one], [other]) => one.localeCompare(other));
  return {
    injected: `${boxes.length * lettersOfBox} emails to ${boxes.length} mailboxes, half at the stand-in of Gmail, half at Dovecot with a receiving SMTP server; two instances, ${kills} times kill -9, at each call of the outside in turn (then of both) and at any moment; ${share * 100}% of the calls each lost, refused and garbled; one letter in twelve arrives twice (seed ${seed}).`,
    hit: `${all.map(([what, count]) => `${what}: ${count}`).join("; ")}. ${Math.round((performance.now() - startedAt) / 1_000)} s.`,
    figures,
    isVoid: hits.size < 5,
    violations,
  };
}

/** Tries what a stranger to this test makes fail now and then. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === 20) throw error;
    }
  }
}

async function judge(boxes: readonly Box[], ask: <Row extends object>(text: string) => Promise<Row[]>) {
  const rows = await ask<{ mailbox_id: string; message_id: string | null; state: string; reason: string | null }>(
    "SELECT mailbox_id, message_id, state, reason FROM letters",
  );
  const violations: string[] = [];
  const counts = { answered: 0, "by hand": 0, silent: 0, doubtful: 0, doubtfulUnsent: 0 };
  for (const box of boxes) {
    const of = (messageId: string) =>
      rows.filter((row) => row.mailbox_id === box.mailboxId && row.message_id === messageId);
    const answers = await Promise.all(box.left().map((raw) => PostalMime.parse(raw)));
    const known = new Set(box.letters.map(({ messageId }) => messageId));
    for (const { inReplyTo } of answers)
      if (!known.has(inReplyTo ?? "")) violations.push(`${box.name} answered ${inReplyTo}, which never arrived.`);
    for (const { kind, messageId, from } of box.letters) {
      const about = `${box.kind} ${box.name} ${messageId} (${kind})`;
      const mine = answers.filter((one) => one.inReplyTo === messageId);
      const found = of(messageId);
      if (found.length !== (kind === "twice" ? 2 : 1)) violations.push(`${about} is stored ${found.length} times.`);
      if (mine.some(({ to }) => to?.length !== 1 || to[0]?.address !== from))
        violations.push(`${about} went elsewhere.`);
      const isDoubtful = found.some(({ state, reason }) => state === "failed" && reason === "unknown");
      if (isDoubtful) counts.doubtful += 1;
      if (kind === "none") {
        counts.silent += 1;
        if (mine.length > 0) violations.push(`${about} was answered.`);
        if (found.some(({ state }) => state !== "skipped")) violations.push(`${about} is ${found[0]?.state}.`);
      } else if (mine.length === 1) {
        counts[kind === "by hand" ? "by hand" : "answered"] += 1;
        if (!isDoubtful && !found.some(({ state }) => state === "sent"))
          violations.push(`${about} left, and is ${found.map(({ state, reason }) => `${state} ${reason}`).join()}.`);
      } else if (mine.length === 0 && isDoubtful && box.kind === "Dovecot") counts.doubtfulUnsent += 1;
      else
        violations.push(
          `${about} has ${mine.length} answers and is ${found.map(({ state, reason }) => `${state} ${reason}`).join()}.`,
        );
    }
  }
  const figures = {
    answered: `${counts.answered} alone and ${counts["by hand"]} by a person, each exactly once; ${counts.silent} that deserve none have none.`,
    doubt: `${counts.doubtful} wait for a person because the SMTP server never said whether it took them; of those ${counts.doubtfulUnsent} had not arrived.`,
  };
  return { violations, figures };
}
