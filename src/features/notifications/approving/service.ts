import { timingSafeEqual } from "node:crypto";
import type { z } from "zod";
import type { Answer } from "#contract/endpoint.ts";
import { AppError } from "#contract/errors.ts";
import { longDay } from "#contract/format.ts";
import { includesRole, type MemberRole, whoMay } from "#contract/roles.ts";
import { currency, shorten, withoutReordering } from "#contract/words.ts";
import { hasFactor, isLimited } from "#features/accounts/factors/rules.ts";
import * as factors from "#features/accounts/factors/store.ts";
import { closedAt } from "#features/accounts/members/store.ts";
import { jobContext } from "#features/accounts/service.ts";
import * as accounts from "#features/accounts/store.ts";
import { settleDecision } from "#features/decisions/contract.ts";
import { describeConflict, momentOf } from "#features/decisions/rules.ts";
import { loadDecision } from "#features/decisions/page/service.ts";
import { hasten, settle, textHash } from "#features/decisions/service.ts";
import * as decisions from "#features/decisions/store.ts";
import type { LinkedProposal, settleByLink } from "#features/notifications/approving/contract.ts";
import { approversOf } from "#features/notifications/notices/service.ts";
import { wantingMail } from "#features/notifications/push/store.ts";
import { titleWithAmount } from "#features/notifications/rules.ts";
import { placeOf } from "#features/slack/store.ts";
import { dayIn } from "#platform/clock.ts";
import { type Ctx, mintCompany, type Person, type Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import type { PublicContext } from "#platform/http/route.ts";
import { claim } from "#platform/jobs/store.ts";
import { sendMail } from "#platform/mail/queue.ts";
import { isSent } from "#platform/mail/store.ts";
import type { Secrets } from "#platform/secrets.ts";

export const reachJob = { name: "decision-reach" };
/** How long a mail may take before somebody counts as reached by it. */
const reachMs = 10 * 60_000;

/** What a link says: whose it is, which proposal it is about, what that said, and a number that counts once. */
type Link = { company: string; decisionId: string; userId: string; once: string; text: string };
const parts = ["company", "decisionId", "userId", "once"] as const;
const idBytes = 16;
const textBytes = 12;

const proofOf = (secrets: Secrets, content: Buffer): Buffer =>
  Buffer.from(secrets.sign(`approval:${content.toString("base64url")}`), "hex").subarray(0, 16);

export function tokenOf(secrets: Secrets, link: Link): string {
  const ids = parts.map((name) => Buffer.from(link[name].replaceAll("-", ""), "hex"));
  const content = Buffer.concat([...ids, Buffer.from(link.text, "base64url").subarray(0, textBytes)]);
  return Buffer.concat([content, proofOf(secrets, content)]).toString("base64url");
}

const uuidOf = (bytes: Buffer): string =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

const badLink = new AppError("unprocessable", "This link is not one of ours. Copy all of it, or sign in to decide");

function linkIn(secrets: Secrets, token: string): Link {
  const bytes = Buffer.from(token, "base64url");
  const content = bytes.subarray(0, parts.length * idBytes + textBytes);
  const [own, given] = [proofOf(secrets, content), bytes.subarray(content.length)];
  if (own.length !== given.length || !timingSafeEqual(own, given)) throw badLink;
  const at = (place: number): string => uuidOf(content.subarray(place * idBytes, (place + 1) * idBytes));
  const text = content.subarray(parts.length * idBytes).toString("base64url");
  return { company: at(0), decisionId: at(1), userId: at(2), once: at(3), text };
}

const titleOf = (tx: Tx, { title, exposure }: decisions.DecisionRow): string =>
  withoutReordering(titleWithAmount(title, exposure, currency.parse(tx.currency)));

/**
 * Mails a pending proposal to the approvers who want it, with a link of their own. Whoever has a second factor is led to
 * the sign-in, which asks for it.
 */
export async function mailProposal(tx: Tx, id: string): Promise<void> {
  const row = await decisions.find(tx, id);
  if (!row || row.isTest || row.status !== "pending") return;
  const wanting = await wantingMail(tx, "approvals");
  const approvers = new Set(wanting.length > 0 ? await approversOf(tx, row) : []);
  const to = wanting.filter((one) => approvers.has(one));
  for (const { id: userId, email } of await accounts.mailAddresses(tx, to)) {
    const isLinked = !hasFactor(await factors.standing(tx, userId));
    const link = { company: tx.company, decisionId: id, userId, once: crypto.randomUUID(), text: textHash(row) };
    const lines = (text: string) => text.split("\n").map((line) => shorten(withoutReordering(line), 1_000));
    await sendMail(tx, {
      kind: "approval",
      to: email,
      about: id,
      expiresAt: row.expiresAt,
      letter: {
        subject: `Needs approval: ${shorten(titleOf(tx, row), 150)}`,
        paragraphs: [
          `${row.agentName} (${row.agentRole}) proposes, as D-${row.number}:`,
          ...lines(shorten(row.recommendation || row.title, 3_000)),
          ...(row.authorization.reasons.length > 0
            ? [`Why it needs you: ${row.authorization.reasons.join("; ")}`]
            : []),
          `It expires on ${longDay(dayIn(row.expiresAt, tx.timeZone))}${row.priority === "high" ? ", or two days after it reached you: it is urgent" : ""}.`,
        ],
        action: {
          label: "Read and decide",
          path: isLinked ? `/approve#${tokenOf(tx.secrets, link)}` : `/decisions/${id}`,
        },
        note: `${isLinked ? "The link decides in your name, once: do not forward this mail. " : ""}You asked for it. Switch it off in your account, under Notifications.`,
      },
    });
  }
}

/** Looks whether an urgent proposal has reached somebody where they can decide; then it may expire sooner. */
export async function noteReach(ctx: Ctx, decisionId: string): Promise<void> {
  await write(ctx, async (tx) => {
    const row = await decisions.find(tx, decisionId);
    if (row?.status !== "pending") return;
    if ((await placeOf(tx, decisionId)) || (await isSent(tx, "approval", decisionId))) await hasten(tx, row);
    else if (row.expiresAt.getTime() - tx.now.getTime() > reachMs) await lookLater(tx, decisionId);
  });
}

const lookLater = (tx: Tx, decisionId: string): Promise<void> =>
  tx.jobs.send(tx.db, reachJob, tx.company, { decisionId }, { at: new Date(tx.now.getTime() + reachMs) });

/** Has an urgent proposal looked after. */
export async function watchReach(tx: Tx, id: string): Promise<void> {
  const row = await decisions.find(tx, id);
  if (row?.status === "pending" && row.priority === "high" && !row.isTest) await lookLater(tx, id);
}

/** The link's person, acting from here, with what it is about; throws a sentence where they may not. */
async function actingBy(ctx: PublicContext, token: string): Promise<{ link: Link; acting: Ctx }> {
  const link = linkIn(ctx.secrets, token);
  const system = await jobContext(ctx, mintCompany(link.company));
  return read(system, async (tx) => {
    const known = await accounts.findActor(tx, link.userId);
    const isActive = (await accounts.people(tx)).some(({ id }) => id === link.userId);
    if (!known || !isActive || (await closedAt(tx))) throw badLink;
    const standing = await factors.standing(tx, link.userId);
    if (isLimited(standing) || hasFactor(standing))
      throw new AppError("forbidden", "Your account has a second factor: sign in to decide this");
    const actor: Person = { kind: "user", id: link.userId, ...known };
    const needed = settleDecision.access as MemberRole;
    if (!includesRole(actor.role, needed)) throw new AppError("forbidden", `Only ${whoMay(needed)} may do this`);
    return {
      link,
      acting: { ...system, actor, origin: { ...ctx.origin, userAgent: `Link in a mail; ${ctx.origin.userAgent}` } },
    };
  });
}

const hrefOf = ({ decisionId }: Link): string => `/decisions/${decisionId}`;

/** Shows what a link is about, as long as it can be decided with it. */
export async function open(ctx: PublicContext, token: string): Promise<LinkedProposal> {
  const { link, acting } = await actingBy(ctx, token);
  return read(acting, async (tx) => {
    const row = await decisions.find(tx, link.decisionId);
    if (!row) throw badLink;
    if (row.status !== "pending" || row.expiresAt <= tx.now)
      throw new AppError("conflict", describeConflict(await loadDecision(tx, row.id), momentOf(tx)));
    return {
      companyName: await accounts.findCompanyName(tx),
      person: acting.actor.kind === "user" ? acting.actor.username : "",
      number: row.number,
      title: titleOf(tx, row),
      agentName: row.agentName,
      agentRole: row.agentRole,
      recommendation: row.recommendation,
      reasons: row.authorization.reasons,
      expiresAt: row.expiresAt.toISOString(),
      href: hrefOf(link),
    };
  });
}

/** Decides as the link's person, once. */
export async function decide(
  ctx: PublicContext,
  { token, approved, reason }: z.output<typeof settleByLink.body>,
): Promise<Answer<typeof settleByLink>> {
  const { link, acting } = await actingBy(ctx, token);
  return write(acting, async (tx) => {
    const { undoUntil } = await settle(tx, link.decisionId, { approved, reason, text: link.text });
    // Made pending again, it is decided in Boardroom or by another mail.
    if (!(await claim(tx, "approval-link", link.once)))
      throw new AppError("conflict", "This link was used before. Sign in to decide");
    return { approved, href: hrefOf(link), undoUntil };
  });
}
