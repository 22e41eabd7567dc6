import { z } from "zod";
import { AppError, notFound } from "#contract/errors.ts";
import { addressProofAsked, addressProven } from "#features/accounts/events.ts";
import { proveAddressLetter } from "#features/accounts/notices/letters.ts";
import { fold } from "#features/accounts/rules.ts";
import * as store from "#features/accounts/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { sendMail } from "#platform/mail/queue.ts";

const lifeMs = 86_400_000;
const proof = z.strictObject({ address: z.string(), at: z.number() });
/** Binds a proof to its person. */
const placeOf = (tx: Tx): string => `proof of an address:${tx.company}:${person(tx).id}`;

async function own(tx: Tx) {
  const user = await store.findUser(tx, person(tx).id);
  if (!user) throw notFound();
  return user;
}

/** Nothing is stored until the link is opened: its token is the address and the time, sealed for the person. */
export const sendProof = (ctx: Ctx): Promise<{ sentTo: string | null }> =>
  write(ctx, async (tx) => {
    const { id, email, username, company } = await own(tx);
    const sealed = tx.secrets.seal(
      Buffer.from(JSON.stringify({ address: fold(email), at: tx.now.getTime() })),
      placeOf(tx),
    );
    const letter = proveAddressLetter(`/account#address=${sealed.toString("base64url")}`);
    const sent = await sendMail(tx, {
      kind: "address",
      to: email,
      about: id,
      letter: letter({ username, companyName: company.name }),
      expiresAt: new Date(tx.now.getTime() + lifeMs),
    });
    if (!sent && tx.installation.sendsMail)
      throw new AppError("too_many", "You asked for several links already. Try again in an hour");
    await record(tx, addressProofAsked(id));
    return { sentTo: sent ? email : null };
  });

export const prove = (ctx: Ctx, token: string): Promise<{ address: string }> =>
  write(ctx, async (tx) => {
    const { id, email } = await own(tx);
    const given = openProof(tx, token);
    if (!given || given.address !== fold(email) || tx.now.getTime() - given.at > lifeMs)
      throw new AppError(
        "invalid",
        "This link does not prove your present address, or is a day old. Ask for a new one",
      );
    await store.setProfile(tx, id, { emailProvenAt: tx.now });
    await record(tx, addressProven(id));
    return { address: email };
  });

function openProof(tx: Tx, token: string): z.infer<typeof proof> | null {
  try {
    return proof.parse(JSON.parse(tx.secrets.open(Buffer.from(token, "base64url"), placeOf(tx)).toString()));
  } catch {
    return null;
  }
}
