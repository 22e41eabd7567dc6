import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { cx } from "./cx.ts";

const pauseMs = 250;

type Props = {
  label: string;
  value: string;
  placeholder?: string;
  className?: string;
  /** Takes the focus when it appears, where a button opens it. */
  takesFocus?: boolean;
  onSearch: (words: string) => void;
};

/** A search box that reports once typing pauses; a value set elsewhere, such as by clearing filters, replaces the text. */
export function SearchField({ label, value, placeholder = "Search", className, takesFocus, onSearch }: Props) {
  const [{ words, known, sent }, setState] = useState({ words: value, known: value, sent: value });
  if (value !== known) setState({ words: value === sent ? words : value, known: value, sent: value });
  useEffect(() => {
    if (words === sent) return;
    const timer = setTimeout(() => {
      setState((state) => ({ ...state, sent: words }));
      onSearch(words);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [words, sent, onSearch]);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  return (
    <label className={cx("relative block", className)}>
      <span className="sr-only">{label}</span>
      <Search
        size={15}
        strokeWidth={1.75}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3"
      />
      <input
        ref={input}
        type="search"
        value={words}
        maxLength={100}
        placeholder={placeholder}
        onChange={({ target }) => setState((state) => ({ ...state, words: target.value }))}
        className="control-edge h-10 w-full pr-2.5 pl-8 text-lg placeholder:text-ink-3 md:h-control md:text-base"
      />
    </label>
  );
}
