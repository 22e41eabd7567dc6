import { z } from "zod";
import { promptOf, untrusted } from "#agency/prompt.ts";
import { bindReport, describeReport, writtenReport } from "#agency/model/report.ts";
import { defineModelSide, defineSkill, type RunSession } from "#agency/skill.ts";
import { exploreHref, spelledOut } from "#contract/query.ts";
import { formatFigure, formatLine, type Line, report, type Report, toLine } from "#contract/report.ts";
import { shorten } from "#contract/words.ts";
import { pageOfRequest, saidBack } from "#features/chat/commands/command.ts";
import { chatReply } from "#features/chat/contract.ts";
import { followUp } from "#features/conversations/contract.ts";
import { answeredQuery, beforeRecords, queryReading } from "#features/conversations/queries/skills.ts";
import type { Reply } from "#features/conversations/replies/reply.ts";
import { known } from "#features/conversations/replies/skills.ts";
import { colleagueTools } from "#features/conversations/reasoning/skills.ts";
import { answer, answered } from "#features/conversations/skills.ts";
import { namesOf, type Understanding } from "#features/conversations/understanding/skills.ts";
import { because, partsOf } from "#features/chat/following/because.ts";
import { offersFor, twoOf } from "#features/chat/following/offers.ts";
import { hear } from "#features/chat/following/skills.ts";
import { type Heard, topic, type Topic } from "#features/chat/following/topic/skills.ts";
import { ofDay } from "#features/expertise/ceo/shown.ts";
import { latestBrief, readDay } from "#features/expertise/skills.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { proposalTools } from "#features/decisions/proposal/written.ts";
import { runQuery } from "#features/explore/skills.ts";
import { dayIn } from "#platform/clock.ts";
import { read } from "#platform/db/transaction.ts";

const input = z.object({
  turnId: z.uuid(),
  /** Named so that no line of the feed takes it for a question it may quote. */
  message: z.string(),
  askedAt: z.iso.datetime(),
  /** What was said before, as it was understood; null at the start. */
  before: topic.nullable(),
  /** The last turns, oldest first, for a language model. */
  earlier: z.array(z.strictObject({ message: z.string(), response: z.string() })).default([]),
});
type Input = z.output<typeof input>;

const output = z.strictObject({
  answered: z.boolean(),
  report,
  followUps: z.array(followUp),
  understood: z.string().nullable(),
  exploreHref: z.string().nullable(),
  topic: topic.nullable(),
  /** The action to be confirmed, if the message asks for one. */
  command: z.strictObject({ action: z.string(), input: z.record(z.string(), z.unknown()) }).nullable(),
  /** Cards of earlier answers that it shows again. */
  shown: z.array(z.uuid()),
  brief: chatReply.shape.brief.unwrap().nullable(),
});
type Output = z.output<typeof output>;

const task =
  "A person talks with you. Answer the last message from the company's own records and figures, in a few sentences; what was said before tells what it refers to. You change nothing: what they ask to be done is proposed, or declined in words.";

/** The CEO answers a message of a conversation. */
export const chatAnswer = defineSkill<typeof input, typeof output>({
  id: "chat.answer",
  label: "Chat",
  roles: ["CEO"],
  capability: null,
  isPrivate: true,
  isQuiet: true,
  input,
  output,
  rules: async (session, asked) => (await answerByRules(session, asked)).output,
  prompt: (agent, { message, earlier }, origin) =>
    promptOf(
      agent,
      task,
      // Answers hold what records say.
      ...(earlier.length > 0
        ? [untrusted(earlier.map(saidBefore).join("\n"), { origin: "external", source: "the conversation so far" })]
        : []),
      untrusted(message, { origin, source: "a message a person typed" }),
    ),
  model: defineModelSide<typeof input, typeof output, typeof writtenReport>({
    purpose: "answer",
    written: writtenReport,
    maxOutputTokens: 2_000,
    async prepare(session, asked) {
      const { heard, output: found } = await answerByRules(session, asked);
      if (asked.earlier.length > 0) session.reads("external");
      const isAsked = heard.kind === "question" || heard.kind === "why" || heard.kind === "lost";
      return { modelText: isAsked ? describeReport(found.report, [session.origin]) : null, output: found };
    },
    tools: async (session, { askedAt }) => [
      ...proposalTools(session),
      ...(await colleagueTools(session, (to, question) =>
        session.delegate(to, answer, {
          question,
          askedAt,
          taskId: null,
          comment: null,
          colleague: `${session.agent.name} (${session.agent.role})`,
        }),
      )),
    ],
    bind(written, { desk, input: { before }, prepared }) {
      const made = { ...bindReport(written, desk), proposals: [...desk.proposals] };
      return {
        answered: written.answered,
        report: made,
        followUps: prepared?.followUps ?? [],
        understood: null,
        exploreHref: null,
        topic: prepared?.topic ?? before,
        command: null,
        shown: [],
        brief: null,
      };
    },
  }),
});

const saidBefore = ({ message, response }: Input["earlier"][number]): string =>
  `The person: ${message}\nYou: ${response}`;

async function answerByRules(
  session: RunSession,
  { message, askedAt, before }: Input,
): Promise<{ heard: Heard; output: Output }> {
  const heard = await session.step(
    "Understand the message",
    (ctx) => read(ctx, (tx) => hear(tx, message, new Date(askedAt), before)),
    { given: message, detail: ({ kind }) => kinds[kind] },
  );
  return { heard, output: await replyTo(session, heard, { message, before }) };
}

const kinds: Record<Heard["kind"], string> = {
  command: "An action to be confirmed",
  agreement: "A yes",
  greeting: "A greeting",
  brief: "A question for the daily brief",
  ambiguous: "An ambiguous name",
  responsible: "A question about who is responsible",
  request: "A request to act",
  question: "A question",
  why: "A question for reasons",
  lost: "A part of it was not understood.",
};

/** A word that was not understood is quoted so far. */
const mostQuoted = 60;

type Said = { message: string; before: Topic | null };

async function replyTo(session: RunSession, heard: Heard, said: Said): Promise<Output> {
  const { message, before } = said;
  switch (heard.kind) {
    case "command":
      return inWords(toLine`Prepared. Nothing changes until you confirm it.`, said, {
        command: heard.command,
        topic: { ...(before ?? emptyTopic(message)), command: heard.command, names: heard.names, decisionIds: [] },
      });
    case "agreement": {
      const waiting = before?.decisionIds ?? [];
      const line =
        waiting.length > 0
          ? toLine`Confirm it on the card: I change nothing by myself.`
          : toLine`There is nothing to confirm here. I did nothing.`;
      return inWords(line, said, { shown: waiting });
    }
    case "greeting":
      return inWords(
        toLine`Ask me about your records and figures, or tell me to prepare a task or a message.`,
        said,
        {},
      );
    case "brief":
      return briefReply(session, said);
    case "ambiguous": {
      const { word, names, messages } = heard;
      const line = toLine`"${shorten(word, mostQuoted)}" could be ${orList(names)}. Which do you mean?`;
      return { ...inWords(line, said, {}), followUps: messages.map((label) => ({ label, href: null })) };
    }
    case "responsible":
      return inWords(heard.line, said, {});
    case "request": {
      const page = pageOfRequest(heard.verb);
      const missing = page ? [{ what: "Where it is done", needed: `the ${page.name} page`, href: page.href }] : [];
      return inWords(toLine`I did nothing. I cannot ${saidBack(heard.verb)}.`, said, { missing });
    }
    case "lost": {
      const words = heard.words.map((word) => `"${shorten(word, mostQuoted)}"`).join(", ");
      const line = before
        ? toLine`I could not read ${words} together with what we talked about. Ask it as a whole question.`
        : toLine`I do not know what ${words} refers to: nothing was said before. Ask it as a whole question.`;
      return inWords(line, said, {});
    }
    case "why":
      return heard.reading ? whyQuery(session, heard, said) : whyTopic(session, heard, said);
    case "question": {
      const { understood } = heard;
      if (namesOf(understood).customer || namesOf(understood).vendor) session.reads("external");
      if (understood.query) return queryReply(session, heard, said);
      const reply =
        (heard.records && (await beforeRecords(session, heard.records))) ??
        (await answered(session, message, understood));
      const own = reply.answered ? [...reply.followUps, { label: "Why?", href: null }] : reply.followUps;
      const kept = understood.topicId && understood.strangers.length === 0 ? topicOf(heard, { understood }) : before;
      return whole({ ...reply, followUps: own }, said, {
        topic: kept,
        understood: heard.isFollowUp ? wordsOf(understood) : null,
      });
    }
  }
}

/** What an executive was asked, in words: the topic, for whom and of when. */
function wordsOf({ topicId, customer, vendor, period }: Understanding): string | null {
  const title = known.find((one) => one.topicId === topicId)?.title;
  return [title, customer?.name, vendor?.name, period?.label].filter(Boolean).join(", ") || null;
}

const emptyTopic = (asked: string): Topic => ({
  asked,
  reading: null,
  understood: null,
  command: null,
  names: [],
  decisionIds: [],
});

const topicOf = (
  { question }: { question: string },
  { reading = null, understood = null }: Partial<Pick<Topic, "reading" | "understood">>,
): Topic => ({ ...emptyTopic(question), reading, understood });

type More = Partial<Pick<Output, "command" | "topic" | "shown" | "exploreHref" | "brief">> & {
  understood?: string | null | undefined;
};

function whole(reply: Pick<Reply, "answered" | "report" | "followUps">, { message, before }: Said, more: More): Output {
  const own = reply.followUps.filter(({ href }) => href === null);
  return {
    answered: reply.answered,
    report: { ...reply.report, sections: reply.report.sections.slice(0, 2) },
    followUps: twoOf(own, message),
    topic: before,
    command: null,
    shown: [],
    exploreHref: null,
    brief: null,
    ...more,
    understood: more.understood ?? null,
  };
}

/** An answer in words alone. */
function inWords(line: Line, said: Said, { missing = [], ...more }: More & Partial<Pick<Report, "missing">>): Output {
  const none = { headline: line, sections: [], figures: [], facts: [], missing, proposals: [] };
  return whole({ answered: false, report: none, followUps: [] }, said, more);
}

/** Today's brief; without one, how things stand now. */
async function briefReply(session: RunSession, said: Said): Promise<Output> {
  const { today, timeZone } = todayOf(session.ctx);
  const latest = await session.step("Look up today's brief", (ctx) =>
    read(ctx, (tx) => latestBrief(tx, session.agent.id)),
  );
  // It holds titles and names of records.
  session.reads("external");
  const isToday = latest !== null && dayIn(new Date(latest.at), timeZone) === today;
  const made = isToday ? latest : ofDay((await session.use(readDay, {})).made);
  const note = isToday ? [] : toLine` No brief has been written today, so this is how things stand now.`;
  const report: Report = {
    headline: [...made.headline, ...note],
    sections: [{ title: "Daily brief", lines: made.lines.map(({ line }) => line), table: null }],
    figures: made.figures,
    facts: [],
    missing: [],
    proposals: [],
  };
  const brief = { runId: isToday ? latest.runId : null, lines: made.lines };
  return whole({ answered: true, report, followUps: [] }, said, { brief });
}

/** "A, B or C" */
const orList = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}`;

type Asking = Extract<Heard, { kind: "question" | "why" }>;

async function queryReply(
  session: RunSession,
  heard: Extract<Heard, { kind: "question" }>,
  said: Said,
): Promise<Output> {
  const { message } = said;
  const reading = queryReading.parse(heard.understood.query);
  const { reply, result, subject } = await answeredQuery(session, reading);
  return {
    ...whole(reply, said, {
      topic: topicOf(heard, { reading }),
      understood: heard.isFollowUp ? result.title : null,
      exploreHref: exploreHref(reading.query),
    }),
    followUps: reply.answered ? offersFor(reading, subject, { message, result }) : twoOf([], message),
  };
}

/** Takes the total apart: which customers, categories or kinds make it up or changed it. */
async function whyQuery(session: RunSession, heard: Extract<Heard, { kind: "why" }>, said: Said): Promise<Output> {
  const { reading, subject } = heard;
  if (!reading || !subject) throw new Error("There is nothing to explain.");
  const kept = topicOf(heard, { reading });
  const parts = partsOf(reading.query, subject);
  const found = parts && (await session.use(runQuery, parts));
  if (found) session.reads(...found.origins);
  const told = found && because(found.result, subject);
  const offers = offersFor(reading, subject, { message: said.message, result: found?.result ?? null });
  if (!found || !told || !parts) {
    const line = toLine`The records say how much it is, not why: nothing in them takes it apart.`;
    return { ...inWords(line, said, { topic: kept }), followUps: offers };
  }
  const instead = heard.figure
    ? toLine`${spelledOut(heard.figure)} itself cannot be taken apart, so this is of ${subject.many}. `
    : [];
  const made = {
    headline: [...instead, ...told.line],
    sections: [],
    figures: told.figures,
    facts: [],
    missing: [],
    proposals: [],
  };
  return {
    ...whole({ answered: true, report: made, followUps: [] }, said, { topic: kept, exploreHref: exploreHref(parts) }),
    understood: found.result.title,
    followUps: offers,
  };
}

const mostReasons = 3;

/** What an executive's answer stands on: the rest of what they know about it, else how its figures are worked out. */
async function whyTopic(session: RunSession, heard: Asking, said: Said): Promise<Output> {
  const { understood } = heard;
  if (!understood) return inWords(toLine`I do not know what to explain: nothing was said before.`, said, {});
  const reply = await answered(session, heard.question, understood);
  if (!reply.answered) return whole(reply, said, { topic: said.before });
  const { sections, figures, headline } = reply.report;
  const told = formatLine(headline, figures);
  const reasons = sections.flatMap(({ lines }) => lines).filter((line) => !told.includes(formatLine(line, figures)));
  const formulas = figures
    .filter(({ formula, id }) => formula && headline.some((part) => typeof part !== "string" && part.figure === id))
    .map((figure) => `${figure.label}: ${formatFigure(figure)} is ${figure.formula}.`);
  const line: Line =
    reasons.length > 0
      ? reasons.slice(0, mostReasons).flatMap((one, at) => (at === 0 ? one : [" ", ...one]))
      : formulas.length > 0
        ? [formulas.join(" ")]
        : ["The records say that it is so, not why."];
  return whole({ ...reply, report: { ...reply.report, headline: line, proposals: [] } }, said, {
    topic: topicOf(heard, { understood }),
    understood: sections[0]?.title,
  });
}
