import { checkAnswer, type ConnectorCall } from "#connectors/connector.ts";
import { faultOf } from "#connectors/fault.ts";
import { openGmailMailbox } from "#connectors/gmail/mailbox.ts";
import type { OutgoingLetter } from "#connectors/mailbox.ts";
import { composeLetter } from "#features/mailroom/letters/compose.ts";
import { openHttpOut } from "#platform/http-out/http-out.ts";
import type { GmailStandIn } from "./outside/gmail.ts";

/** Signed-in calls of a stand-in over the real way out, and its mailbox as the product opens it. */
export function gmailOver(gmail: GmailStandIn, scopes?: string[]) {
  const http = openHttpOut(["127.0.0.1"]);
  let { access } = gmail.signIn.grant(scopes);
  const call: ConnectorCall = async ({ path, headers, allows = [], ...request }) => {
    const url = new URL(path, gmail.connector.api);
    const ask = () => {
      const signed = { ...headers, authorization: `Bearer ${access}` };
      return http.call({ company: "one" }, { ...request, url, headers: signed }).catch((error: unknown) => {
        throw faultOf(error);
      });
    };
    let answer = await ask();
    if (answer.status === 401) {
      access = gmail.signIn.grant(scopes).access;
      answer = await ask();
    }
    return allows.includes(answer.status) ? answer : checkAnswer(gmail.connector, answer);
  };
  return { call, mailbox: openGmailMailbox(call), close: () => http.close() };
}

let count = 0;
/** A finished answer to a letter, or with null a letter that begins a thread. */
export async function answerTo(
  letter: { threadId: string; messageId: string } | null,
  { text = "The red one.", to = "bob@customer.example", subject = "A question" } = {},
): Promise<OutgoingLetter> {
  count += 1;
  const about = { messageId: `<ours-${count}@acme.example>`, marker: `letter-${count}.1` };
  const at = new Date();
  const { raw } = await composeLetter({
    ...about,
    from: { address: "ceo@acme.example", name: "Ada" },
    to,
    subject: letter ? `Re: ${subject}` : subject,
    text,
    disclosure: "This email was written by an AI assistant.",
    answers: letter && { messageId: letter.messageId, references: [] },
    at,
  });
  return {
    ...about,
    raw,
    to,
    from: "ceo@acme.example",
    thread: letter?.threadId ?? null,
    inReplyTo: letter?.messageId ?? null,
    composedAt: at,
  };
}
