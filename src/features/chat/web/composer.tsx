import { Square } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { lengths } from "#contract/words.ts";
import { prompts } from "#features/chat/replies/offers.ts";
import { Button } from "#ui/kit/button.tsx";

type Props = {
  name: string;
  text: string;
  onText: (text: string) => void;
  onSend: () => void;
  /** Stops the running answer; null if none is running or it cannot be stopped yet. */
  onStop: (() => void) | null;
  isBusy: boolean;
  stopping: boolean;
};

/** The example prompts and the input box: Enter sends, Shift+Enter starts a new line. */
export function Composer({ name, text, onText, onSend, onStop, isBusy, stopping }: Props) {
  const box = useRef<HTMLTextAreaElement>(null);
  // Grows with its lines, up to a limit.
  useEffect(() => {
    if (!box.current) return;
    box.current.style.height = "auto";
    box.current.style.height = `${Math.min(box.current.scrollHeight, 200)}px`;
  }, [text]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!isBusy && text.trim() !== "") onSend();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ul
        aria-label="Examples"
        className="-mx-4 flex gap-2 overflow-x-auto px-4 py-0.5 md:mx-0 md:grid md:grid-cols-3 md:px-0"
      >
        {prompts.map(({ message, note }) => (
          <li key={message} className="flex max-md:w-60 max-md:flex-none">
            <button
              type="button"
              onClick={() => {
                onText(message);
                box.current?.focus();
              }}
              className="w-full rounded-card border border-line-strong px-3 py-2 text-left text-sm hover:bg-sunken active:bg-pressed"
            >
              {message}
              <span className="block text-xs text-ink-3">{note}</span>
            </button>
          </li>
        ))}
      </ul>
      <form
        noValidate
        className="control-edge rounded-card focus-within:border-accent"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && text.trim() !== "") onSend();
        }}
      >
        <textarea
          ref={box}
          rows={1}
          aria-label={`Message to ${name}`}
          placeholder={`Ask ${name} or tell them what to do`}
          maxLength={lengths.reason}
          value={text}
          onChange={({ target }) => onText(target.value)}
          onKeyDown={onKeyDown}
          className="block w-full resize-none bg-transparent px-3 pt-2.5 pb-1 text-lg leading-5 outline-none placeholder:text-ink-3 md:text-base"
        />
        <div className="flex items-center gap-2 px-2 pb-2">
          <span className="pl-1 text-xs text-ink-3 max-md:hidden">Enter to send, Shift+Enter for a new line</span>
          <span className="flex-1" />
          {isBusy ? (
            <Button disabled={!onStop || stopping} onClick={() => onStop?.()}>
              <Square size={13} strokeWidth={2.5} aria-hidden /> {stopping ? "Stopping..." : "Stop"}
            </Button>
          ) : (
            <Button type="submit" look="primary" disabled={text.trim() === ""}>
              Send
            </Button>
          )}
        </div>
      </form>
    </div>
  );
}
