import type { ThreadLine } from "#features/mailroom/contract.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Countdown } from "#ui/kit/countdown.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Dot } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { stateTones, stateWords } from "./words.ts";

type Props = {
  threads: readonly ThreadLine[];
  chosen: string | null;
  timeZone: string;
  onChoose: (id: string) => void;
};

/** Threads, newest first, each with its state and why. */
export const ThreadList = ({ threads, chosen, timeZone, onChoose }: Props) => (
  <ul className="border-b border-line">
    {threads.map(({ id, state, why, from, fromName, subject, role, at, letters, undoUntil, begun }) => (
      <li key={id} className="border-t border-line">
        <button
          type="button"
          aria-current={id === chosen || undefined}
          onClick={() => onChoose(id)}
          className={cx(
            "block w-full rounded-control px-2 py-2.5 text-left hover:bg-sunken",
            id === chosen && "bg-accent-wash hover:bg-accent-wash",
          )}
        >
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 truncate font-medium">
              {begun ? `To ${fromName}` : fromName || from || "Not read yet"}
            </span>
            {letters > 1 && (
              <span className="flex-none text-sm text-ink-3" aria-label={`${letters} emails`}>
                {letters}
              </span>
            )}
            <span className="ml-auto flex-none text-sm text-ink-3">
              <Moment at={at} timeZone={timeZone} />
            </span>
          </span>
          <span className="block truncate">{subject || "No subject"}</span>
          <span className="mt-0.5 flex items-center gap-1.5 text-sm text-ink-2">
            <Dot tone={stateTones[state]} />
            <span className="min-w-0 flex-1 truncate">
              {stateWords[state]}
              {undoUntil && (
                <>
                  , sends in <Countdown until={undoUntil} />
                </>
              )}
              {why && state !== "sent" && `: ${why}`}
            </span>
            {role && (
              <span title={role} className="flex-none">
                <AgentBadge role={role} />
                <span className="sr-only">{role}</span>
              </span>
            )}
          </span>
        </button>
      </li>
    ))}
  </ul>
);
