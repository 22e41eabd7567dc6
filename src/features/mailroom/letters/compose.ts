import MailComposer from "nodemailer/lib/mail-composer";

export type ToCompose = {
  from: { address: string; name: string };
  to: string;
  subject: string;
  text: string;
  /** Says who wrote it; empty: nothing does. */
  disclosure: string;
  messageId: string;
  marker: string;
  inReplyTo: string | null;
  references: readonly string[];
  date: Date;
};

/** The text as it leaves. */
export const wholeText = ({ text, disclosure }: Pick<ToCompose, "text" | "disclosure">): string =>
  disclosure ? `${text.trimEnd()}\n\n-- \n${disclosure}\n` : `${text.trimEnd()}\n`;

/** The finished message. */
export async function composeLetter(given: ToCompose): Promise<Uint8Array> {
  const { from, to, subject, messageId, marker, inReplyTo, references, date } = given;
  return new MailComposer({
    from,
    to,
    subject,
    text: wholeText(given),
    messageId,
    date,
    ...(inReplyTo && { inReplyTo, references: [...references, inReplyTo] }),
    headers: {
      "Auto-Submitted": "auto-replied",
      "X-Auto-Response-Suppress": "All",
      "X-Boardroom-Reply": marker,
    },
  })
    .compile()
    .build();
}
