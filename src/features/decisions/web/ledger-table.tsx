/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- the keys j, k and x work on the row that has the focus */
import type { KeyboardEvent } from "react";
import { Link } from "wouter";
import { useCompany, useUser } from "#features/accounts/web/queries.ts";
import type { LedgerRow } from "#features/decisions/ledger/contract.ts";
import { useNow } from "#ui/clock.ts";
import { count, dayMonth, nothing, sentenceCase, wholePercent } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Key } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Dot, type DotTone } from "#ui/kit/marks.tsx";
import { TestTag } from "./decision-parts.tsx";
import { describeExposure } from "./format.ts";
import { deadlineOf, groupRows, outcomeWords, settledBy } from "./ledger-words.ts";
import { UndoLine } from "./undo-line.tsx";

type Props = {
  rows: readonly LedgerRow[];
  /** How many decisions were settled per month, including rows that are not loaded. */
  months: readonly { month: string; count: number }[];
  isGrouped: boolean;
  /** Null if this person may not settle. */
  selected: ReadonlySet<string> | null;
  onSelect: (id: string, isSelected: boolean) => void;
};

/** Moves between rows with j and k and selects with x, while the focus is in the table. */
function onKey(event: KeyboardEvent<HTMLTableElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
  const row = event.target.closest("tr");
  const rows = [...event.currentTarget.querySelectorAll<HTMLTableRowElement>("tr[data-row]")];
  const at = row ? rows.indexOf(row) : -1;
  if (event.key === "x") row?.querySelector<HTMLInputElement>("input")?.click();
  else if (event.key === "j" || event.key === "k")
    rows[at + (event.key === "j" ? 1 : -1)]?.querySelector<HTMLElement>("a")?.focus();
  else return;
  event.preventDefault();
}

const narrow = "max-md:hidden";

export function LedgerTable({ rows, months, isGrouped, selected, onSelect }: Props) {
  const { timeZone } = useCompany();
  const groups = isGrouped ? groupRows(rows, timeZone) : [{ name: "", month: null, rows }];
  return (
    <>
      <table className="md:table-fixed" onKeyDown={onKey}>
        <thead className={narrow}>
          <tr>
            {selected && (
              <th scope="col" className="w-8">
                <span className="sr-only">Select</span>
              </th>
            )}
            <th scope="col">Decision</th>
            <th scope="col" className="w-28">
              Agent
            </th>
            <th scope="col" className="w-40 max-lg:hidden">
              Type
            </th>
            <th scope="col" className="w-24 text-right!">
              Amount
            </th>
            <th scope="col" className="w-44 pl-4!">
              Deadline, or settled by
            </th>
            <th
              scope="col"
              title="The probability stated when the forecast was proposed; confidence on a card is in the recommendation"
              className="w-18 text-right!"
            >
              Claimed
            </th>
            <th scope="col" className="w-32 pl-4!">
              Outcome
            </th>
          </tr>
        </thead>
        {groups.map(({ name, month, rows: group }) => (
          <tbody key={name}>
            {name && (
              <tr>
                <th scope="rowgroup" colSpan={8} className="pt-5! text-sm! font-semibold! text-ink!">
                  {name}
                  {month === null ? (
                    <Counted of={group.filter(({ isTest }) => !isTest).length} />
                  ) : (
                    <Counted of={months.find((each) => each.month === month)?.count ?? 0} word="settled" />
                  )}
                </th>
              </tr>
            )}
            {group.map((row) => (
              <Row key={row.id} row={row} isSelected={selected?.has(row.id)} onSelect={onSelect} />
            ))}
          </tbody>
        ))}
      </table>
      <p aria-hidden className="mt-3 hidden justify-end gap-3.5 text-xs text-ink-3 md:flex">
        {selected && (
          <span>
            <Key>x</Key> select
          </span>
        )}
        <span>
          <Key>j</Key> <Key>k</Key> move
        </span>
        <span>
          <Key>Enter</Key> open
        </span>
      </p>
    </>
  );
}

/** The number without tests; nothing if there are none. */
const Counted = ({ of, word }: { of: number; word?: string }) =>
  of > 0 && <span className="num pl-2 font-normal text-ink-3">{word ? `${count(of)} ${word}` : count(of)}</span>;

type RowProps = { row: LedgerRow; isSelected: boolean | undefined; onSelect: Props["onSelect"] };

function Row({ row, isSelected, onSelect }: RowProps) {
  const { currency, timeZone } = useCompany();
  const user = useUser();
  const now = useNow();
  const isPending = row.status === "pending";
  const cost = describeExposure(row.exposure, currency);
  const deadline = deadlineOf(row.expiresAt, now, timeZone);
  const type = sentenceCase(row.decisionType);
  const when = isPending ? (
    <span className={cx("num", deadline.isToday && "text-danger")}>{deadline.text}</span>
  ) : (
    <span className="num">{settledBy(row, user?.username, now, timeZone)}</span>
  );
  return (
    <tr data-row data-decision={row.id} className={isSelected ? "bg-accent-wash" : undefined}>
      {isSelected !== undefined && (
        <td className="w-8 max-md:align-top max-md:pt-3!">
          {isPending && (
            <input
              type="checkbox"
              aria-label={`Select ${row.title}`}
              checked={isSelected}
              onChange={(event) => onSelect(row.id, event.target.checked)}
              className="block size-4 accent-accent-fill"
            />
          )}
        </td>
      )}
      <td className="max-md:py-2.5!">
        <div className="flex items-center gap-2 md:min-w-0">
          <Link
            href={`/decisions/${row.id}`}
            className="min-w-0 font-medium wrap-anywhere text-ink md:truncate"
            title={row.title}
          >
            {row.title}
          </Link>
          <span className={cx("num flex-none text-ink-3", narrow)}>D-{row.number}</span>
          <TestTag isTest={row.isTest} />
        </div>
        <div className="text-xs wrap-anywhere text-ink-3 md:hidden">
          {row.agentName}, {type.toLowerCase()}
        </div>
        <div className="text-xs wrap-anywhere md:hidden">{isPending ? when : <OutcomeMark row={row} />}</div>
        <UndoLine decision={row} inline />
      </td>
      <td className={narrow}>
        <span className="flex min-w-0 items-center gap-2">
          <AgentBadge role={row.agentRole} />
          <span className="truncate font-medium">{row.agentName}</span>
        </span>
      </td>
      <td className="truncate text-ink-2 max-lg:hidden">{type}</td>
      <td className="num text-right font-medium max-md:align-top max-md:pt-2.5!">{cost?.figure ?? nothing}</td>
      <td className={cx("truncate pl-4!", narrow)}>{when}</td>
      <td className={cx("num text-right text-ink-2", narrow)}>
        {row.claimed === null ? nothing : wholePercent(row.claimed)}
      </td>
      <td className={cx("pl-4!", narrow)}>
        <OutcomeMark row={row} />
      </td>
    </tr>
  );
}

const tones: Partial<Record<LedgerRow["outcome"], DotTone>> = {
  pending: "warning",
  held: "success",
  notHeld: "danger",
};

/** A dot and its word; an open outcome shows only its due day. */
function OutcomeMark({ row: { outcome, dueOn, isTest } }: { row: LedgerRow }) {
  const tone = tones[outcome];
  if (isTest && outcome !== "pending") return <span className="text-ink-3">Not measured</span>;
  if (outcome === "open" && dueOn) return <span className="num text-ink-3">Due {dayMonth(dueOn, "UTC")}</span>;
  return (
    <span className="inline-flex items-center gap-2 text-ink-2">
      {outcome === "rejected" || outcome === "expired" || outcome === "withdrawn" ? (
        <span aria-hidden className="size-[7px] flex-none rounded-full border border-ink-3" />
      ) : (
        tone && <Dot tone={tone} />
      )}
      {outcomeWords[outcome]}
    </span>
  );
}
