import { useEffect, useState } from "react";
import { Link } from "wouter";
import type { Currency } from "#contract/words.ts";
import { useCompany, useMay, useUser } from "#features/accounts/web/queries.ts";
import { sendMessage } from "#features/chat/contract.ts";
import { settleDecision } from "#features/decisions/contract.ts";
import type { ShownBrief } from "#features/expertise/contract.ts";
import { BriefLines } from "#features/expertise/web/brief-lines.tsx";
import { dateAt, dayIn, now, today } from "#ui/clock.ts";
import { useDraft } from "#ui/draft.ts";
import { dayWithYear, money, plural } from "#ui/format.ts";
import { LineText } from "#ui/kit/report-line.tsx";
import { AgentMessage } from "./turn-view.tsx";

/** The current state: pending decisions, and the last day with revenue. */
type Standing = { waiting: number; revenue: { amount: number; date: string; currency: Currency } | null };

type Props = {
  name: string;
  brief: ShownBrief | null;
  standing: Standing;
  /** When the first message of today was sent. */
  first: string | undefined;
};

/** Opens the day's conversation: with the brief if it was there before the first message, otherwise with a greeting. */
export const Opening = ({ name, brief, standing, first }: Props) =>
  brief && !(first && first < brief.at) ? (
    <BriefTurn name={name} brief={brief} isGreeting />
  ) : (
    <Greeting name={name} standing={standing} first={first} />
  );

/** "Good morning, Anna.", by the hour in the company's time zone. */
function useSalutation(at: string): string {
  const user = useUser();
  const { timeZone } = useCompany();
  const hour = Number(
    new Intl.DateTimeFormat("en-GB", { hour: "2-digit", hourCycle: "h23", timeZone }).format(dateAt(at)),
  );
  const part = hour < 12 ? "morning" : hour < 18 ? "afternoon" : "evening";
  return `Good ${part}${user ? `, ${user.username}` : ""}.`;
}

const question = "What would you like to look at?";

/** The day's brief, as a message of the CEO. */
export function BriefTurn({ name, brief, isGreeting }: { name: string; brief: ShownBrief; isGreeting?: boolean }) {
  const salutation = useSalutation(brief.at);
  const figures = new Map(brief.figures.map((figure) => [figure.id, figure]));
  return (
    <li>
      <AgentMessage name={name} at={brief.at} tag="Daily brief">
        <p className="max-w-[76ch] text-pretty wrap-anywhere">
          {isGreeting && `${salutation} `}
          <LineText line={brief.headline} figures={figures} />
        </p>
        <BriefLines brief={brief} />
        <p className="text-sm">
          <Link href={`/runs/${brief.runId}`} className="font-medium">
            Full brief
          </Link>
        </p>
      </AgentMessage>
    </li>
  );
}

/** The state a greeting describes, and its time. */
type StoredGreeting = Standing & { at: string };

function Greeting({ name, standing, first }: Omit<Props, "brief">) {
  const { timeZone } = useCompany();
  const maySettle = useMay(settleDecision);
  const mayAsk = useMay(sendMessage);
  // Stored, because a message keeps its time and text.
  const [stored, store] = useDraft("chat.greeting");
  const [made] = useState(() => {
    const previous = stored ? (JSON.parse(stored) as StoredGreeting) : null;
    if (previous && dayIn(previous.at, timeZone) === today(timeZone)) return previous;
    return { ...standing, at: dateAt(now()).toISOString() };
  });
  const text = JSON.stringify(made);
  useEffect(() => {
    if (stored !== text) store(text);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the setter is new with every render
  }, [stored, text]);
  // Created after the first message (sent in another window), it does not know the state before that message.
  const isLate = first !== undefined && first < made.at;
  const at = isLate ? first : made.at;
  const salutation = useSalutation(at);
  const { waiting, revenue } = made;
  const proposals = maySettle
    ? `${plural(waiting, "proposal needs", "proposals need")} your approval.`
    : `${plural(waiting, "proposal waits", "proposals wait")} for an approver.`;
  return (
    <li>
      <AgentMessage name={name} at={at}>
        <p className="max-w-[76ch] text-pretty">
          {salutation}{" "}
          {!isLate && (
            <>
              {waiting > 0 ? (
                <Link href="/decisions" className="underline underline-offset-2">
                  {proposals}
                </Link>
              ) : (
                "No proposals are pending."
              )}{" "}
              {revenue && (
                <>
                  Revenue was{" "}
                  <Link href="/records/figures" className="num underline underline-offset-2">
                    {money(revenue.amount, revenue.currency)}
                  </Link>{" "}
                  on {dayWithYear(revenue.date, at.slice(0, 4))}.{" "}
                </>
              )}
            </>
          )}
          {mayAsk && question}
        </p>
      </AgentMessage>
    </li>
  );
}
