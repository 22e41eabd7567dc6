import type { Happening } from "#contract/needs.ts";
import { shortDay } from "#contract/format.ts";
import { Link } from "wouter";
import { Fault } from "#ui/kit/empty.tsx";
import { buttonClass } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { SkeletonBlock } from "#ui/kit/waiting.tsx";
import { Row, RowText } from "./need-row.tsx";
import { useSince } from "./queries.ts";

const groups: readonly Happening["group"][] = ["Money", "Decided", "Done by agents"];

/** What happened since a moment, by what it is about; never a sum over unlike things. */
export function SinceList({ from }: { from: string }) {
  const { data, error } = useSince(from);
  if (error && !data) return <Fault error={error} what="Couldn't load what happened" />;
  if (!data) return <SkeletonBlock className="h-[120px] rounded-card" />;
  return (
    <>
      {data.lines.length === 0 && (
        <p className="border-t border-line py-2.5 text-ink-2">Nothing was paid, decided or sent.</p>
      )}
      {groups.map((group) => {
        const lines = data.lines.filter((line) => line.group === group);
        if (lines.length === 0) return null;
        return (
          <div key={group}>
            <h3 className="border-t border-line pt-2 pb-1 text-xs text-ink-3">
              {group} <span className="num ml-1">{lines.length}</span>
            </h3>
            <ul aria-label={group}>
              {lines.map((line) => (
                <Row key={line.key}>
                  <RowText of={line} day={shortDay(line.on)} />
                  <Link
                    href={line.href}
                    aria-label={`Open ${line.title}`}
                    className={cx(
                      buttonClass("plain", true),
                      "col-start-3 row-span-2 row-start-2 md:col-start-5 md:row-span-1 md:row-start-1 md:w-full",
                    )}
                  >
                    Open
                  </Link>
                </Row>
              ))}
            </ul>
          </div>
        );
      })}
      <p className="border-t border-line py-2 text-sm">
        <Link href="/feed">Everything else is in the feed</Link>
      </p>
    </>
  );
}
