import { CornerDownLeft } from "lucide-react";
import { Link } from "wouter";
import { exploreHref, type QueryResult, type QuerySubject } from "#contract/query.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { today } from "#ui/clock.ts";
import { buttonClass } from "#ui/kit/button.tsx";
import { Section } from "#ui/kit/section.tsx";
import { nextOf } from "./next.ts";

/** The question that led to this answer. */
export const AskedAs = ({ question }: { question: string }) => (
  <p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line py-2.5 text-sm">
    <span className="text-ink-3 wrap-anywhere">
      Asked as: <span className="text-ink-2">“{question}”</span>
    </span>
    <Link href="/?do=ask" className="font-medium">
      Ask something else
    </Link>
  </p>
);

/** Suggested follow-up questions. */
export function AskNext({ subject, result }: { subject: QuerySubject; result: QueryResult }) {
  const { timeZone } = useCompany();
  const next = nextOf(subject, result, today(timeZone));
  if (next.length === 0) return null;
  return (
    <Section title="Ask next">
      <ul className="grid justify-items-start gap-1.5 border-t border-line pt-2.5">
        {next.map(({ label, query }) => (
          <li key={label} className="max-w-full">
            <Link href={exploreHref(query)} className={buttonClass("plain", true)}>
              <CornerDownLeft size={13} strokeWidth={1.75} aria-hidden className="flex-none text-ink-3" /> {label}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
