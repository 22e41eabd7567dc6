import type { LetterLine } from "#features/mailroom/contract.ts";
import { cx } from "#ui/kit/cx.ts";
import { Dot } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { stateTones, stateWords } from "./words.ts";

type Props = {
  letters: readonly LetterLine[];
  chosen: string | null;
  timeZone: string;
  onChoose: (id: string) => void;
};

/** Letters, newest first, each with its state and why. */
export const LetterList = ({ letters, chosen, timeZone, onChoose }: Props) => (
  <ul>
    {letters.map(({ id, state, why, from, fromName, subject, role, at, begun }) => (
      <li key={id} className="border-t border-line first:border-t-0">
        <button
          type="button"
          aria-current={id === chosen || undefined}
          onClick={() => onChoose(id)}
          className={cx("block w-full px-2 py-2.5 text-left hover:bg-sunken", id === chosen && "bg-sunken")}
        >
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate font-medium">
              {begun ? `To ${fromName}` : fromName || from || "Not read yet"}
            </span>
            <span className="flex-none text-sm text-ink-3">
              <Moment at={at} timeZone={timeZone} />
            </span>
          </span>
          <span className="block truncate">{subject || "No subject"}</span>
          <span className="flex items-center gap-1.5 text-sm text-ink-2">
            <Dot tone={stateTones[state]} />
            <span className="min-w-0 truncate">{[stateWords[state], role, why].filter(Boolean).join(" · ")}</span>
          </span>
        </button>
      </li>
    ))}
  </ul>
);
