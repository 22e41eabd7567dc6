import { X } from "lucide-react";
import { Link } from "wouter";
import { exploreHref, type QueryResult, type QuerySubject } from "#contract/query.ts";
import { useMay } from "#features/accounts/web/queries.ts";
import { type Pin, removePin } from "#features/explore/contract.ts";
import { sentenceOf } from "#ui/api.ts";
import { plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Section } from "#ui/kit/section.tsx";
import { Sparkline } from "#ui/kit/sparkline.tsx";
import { SkeletonBlock } from "#ui/kit/waiting.tsx";
import { answerOf, type Figure, leadersOf, plainText } from "./answer.ts";
import { usePinResult, useRemovePin, useSubjects } from "./queries.ts";

/** Pinned queries with their current answers. */
export default function PinnedCards({ pins }: { pins: readonly Pin[] }) {
  const { data: subjects } = useSubjects();
  return (
    <Section title="Pinned" note={plural(pins.length, "question")}>
      <ul className="grid sm:grid-cols-2 sm:gap-x-8">
        {pins.map((pin) => (
          <Card key={pin.id} pin={pin} subject={subjects?.find(({ id }) => id === pin.query.subject)} />
        ))}
      </ul>
    </Section>
  );
}

function Card({ pin, subject }: { pin: Pin; subject: QuerySubject | undefined }) {
  const { data: result, error } = usePinResult(pin);
  const mayRemove = useMay(removePin);
  const remove = useRemovePin();
  return (
    <li className="min-w-0 border-t border-line py-3">
      <div className="flex items-start gap-2">
        <Link href={exploreHref(pin.query)} className="line-clamp-2 min-w-0 flex-1 text-sm text-ink-2">
          {pin.title}
        </Link>
        {mayRemove && (
          <Button
            look="quiet"
            small
            icon
            className="-my-1 -mr-1.5"
            aria-label={`Remove ${pin.title} from the dashboard`}
            disabled={remove.isPending}
            onClick={() => remove.mutate(pin)}
          >
            <X size={15} strokeWidth={1.75} aria-hidden />
          </Button>
        )}
      </div>
      {error && !result ? (
        <p className="mt-1 text-sm text-ink-2">{sentenceOf(error)}</p>
      ) : result && subject ? (
        <Answered subject={subject} result={result} />
      ) : (
        <div aria-hidden className="mt-2 grid h-[62px] content-start gap-3">
          <SkeletonBlock className="h-6 w-24" />
          <SkeletonBlock className="h-2.5 w-40" />
        </div>
      )}
    </li>
  );
}

function Answered({ subject, result }: { subject: QuerySubject; result: QueryResult }) {
  const { lead } = answerOf(subject, result);
  const answer = lead.find((part): part is Figure => typeof part !== "string");
  return (
    <>
      <div className="mt-0.5 flex h-8 items-center justify-between gap-3">
        <span className="num text-[22px] leading-8 font-medium tracking-tighter">{answer?.text ?? "None"}</span>
        <TinyChart result={result} />
      </div>
      <p className="mt-0.5 line-clamp-2 text-xs text-ink-3 tabular-nums">{plainText(lead)}</p>
    </>
  );
}

const mostBars = 8;

function TinyChart({ result: { groups, query, title } }: { result: QueryResult }) {
  if (!groups || groups.length < 2) return null;
  if (query.groupBy?.unit) {
    const inTime = groups.toSorted((one, other) => (one.key ?? "").localeCompare(other.key ?? ""));
    return <Sparkline values={inTime.map(({ value }) => value)} label={title} />;
  }
  const bars = groups.slice(0, mostBars);
  const whole = Math.max(...bars.map(({ value }) => Math.abs(value ?? 0))) || 1;
  const leaders = new Set(leadersOf(groups, query).leaders.map(({ key }) => key));
  return (
    <span role="img" aria-label={title} className="flex h-7 flex-none items-end gap-[3px]">
      {bars.map(({ key, value }) => (
        <span
          key={key}
          className={cx("w-[7px] rounded-[1px]", leaders.has(key) ? "bg-accent" : "bg-line-control")}
          style={{ height: `${Math.max(4, (Math.abs(value ?? 0) / whole) * 100)}%` }}
        />
      ))}
    </span>
  );
}
