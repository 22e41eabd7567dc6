import type { ReactNode } from "react";
import type { LetterLine, LetterView } from "#features/mailroom/contract.ts";
import { Fold } from "#ui/kit/fold.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { plural } from "#ui/format.ts";
import { stateWords } from "./words.ts";

/** Nothing in the frame runs, loads or leads anywhere. */
const framed = (html: string): string =>
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'">${html}`;

const isQuoted = (line: string): boolean => line.startsWith(">");

/** What is new in a text, and what it quotes below. */
function splitQuote(text: string): [fresh: string, quoted: string[]] {
  const lines = text.split("\n");
  // A line such as "Kim wrote:" belongs to what it introduces.
  const start = lines.findIndex(
    (line, index) => isQuoted(line) || (line.trimEnd().endsWith(":") && isQuoted(lines[index + 1] ?? "")),
  );
  return start < 0 ? [text.trim(), []] : [lines.slice(0, start).join("\n").trim(), lines.slice(start)];
}

type Props = {
  letter: LetterView;
  timeZone: string;
  onChoose: (id: string) => void;
  /** What can be done about its sender. */
  actions: ReactNode;
};

/** An email as it arrived: plain text first, its HTML in a frame where nothing runs. */
export function Original({ letter, timeZone, onChoose, actions }: Props) {
  const { from, fromName, to, at, text, html, attachments } = letter;
  const [fresh, quoted] = splitQuote(text);
  return (
    <section aria-label="Original" className="border-t border-line-strong pt-3">
      <p className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 font-medium wrap-anywhere">{fromName || from || "Not read yet"}</span>
        <span className="flex-none text-sm text-ink-3">
          <Moment at={at} timeZone={timeZone} />
        </span>
      </p>
      <p className="text-sm wrap-anywhere text-ink-2">
        {fromName && from}
        {to.length > 0 && ` to ${to.slice(0, 5).join(", ")}`}
        {to.length > 5 && ` and ${to.length - 5} more`}
      </p>
      <p className="mt-3 whitespace-pre-wrap wrap-anywhere">{fresh || (text ? "" : "It has no text.")}</p>
      {quoted.length > 0 && (
        <Fold title={plural(quoted.length, "quoted line")} className="mt-3">
          <p className="whitespace-pre-wrap wrap-anywhere text-ink-2">{quoted.join("\n")}</p>
        </Fold>
      )}
      {attachments.map(({ name, type, size }, place) => (
        <p key={place} className="mt-2 text-sm wrap-anywhere text-ink-2">
          Attachment, not stored: {name || type}, {Math.ceil(size / 1024)} kB
        </p>
      ))}
      {html && (
        <Fold title="Show HTML, without images and links" className="mt-3">
          <iframe
            title="The email's HTML"
            sandbox=""
            referrerPolicy="no-referrer"
            srcDoc={framed(html)}
            className="mt-1 h-96 w-full rounded-control border border-line bg-white"
          />
        </Fold>
      )}
      <Thread letter={letter} timeZone={timeZone} onChoose={onChoose} />
      <div className="mt-2 flex flex-wrap justify-end gap-2 empty:hidden">{actions}</div>
    </section>
  );
}

/** The other emails of the thread. */
function Thread({ letter, timeZone, onChoose }: Pick<Props, "letter" | "timeZone" | "onChoose">) {
  const others = letter.thread.filter(({ id }) => id !== letter.id);
  if (others.length === 0) return null;
  const isNewer = ({ at }: LetterLine) => at > letter.at;
  return (
    <Fold title={`${plural(others.length, "more email")} in this thread`} open={others.some(isNewer)} className="mt-3">
      <ul>
        {others.map((one) => (
          <li key={one.id} className="border-t border-line first:border-t-0">
            <button
              type="button"
              onClick={() => onChoose(one.id)}
              className="block w-full rounded-control px-1 py-1.5 text-left text-ink-2 hover:bg-sunken"
            >
              <span className="flex gap-2">
                <span className="min-w-0 flex-1 truncate font-medium text-ink">{one.fromName || one.from}</span>
                <Moment at={one.at} timeZone={timeZone} />
              </span>
              <span className="block truncate">{one.preview}</span>
              {stateWords[one.state]}
              {one.why && `: ${one.why}`}
            </button>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
