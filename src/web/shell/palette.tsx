import { CornerDownLeft, Search, X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useLocation } from "wouter";
import { sentenceOf } from "#ui/api.ts";
import { plural } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Key, Spinner } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { useReturnFocus } from "#ui/kit/return-focus.ts";
import { type Hit, readTyped, useGroups } from "./palette-hits.ts";
import { notificationsHref } from "./palette-actions.ts";

const pauseMs = 200;

type Props = { onClose: () => void; onShortcuts: () => void; onNotifications: () => void };

/** Searches pages, actions, records, decisions, tasks and agents. */
export default function Palette({ onClose, onShortcuts, onNotifications }: Props) {
  const [, navigate] = useLocation();
  const returnFocus = useReturnFocus();
  const [typed, setTyped] = useState("");
  const paused = usePaused(typed.trim());
  const { groups, isSearching, error } = useGroups(typed, paused);
  const { words } = readTyped(typed);
  const hits = groups.flatMap((group) => group.hits);
  const [chosen, setChosen] = useState(0);
  /** Enter was pressed before the results arrived. */
  const entered = useRef<{ isNewTab: boolean } | null>(null);
  const opens = useRef(false);
  const showShortcuts = () => {
    opens.current = true;
    onShortcuts();
  };
  const at = Math.min(chosen, Math.max(hits.length - 1, 0));
  const listId = useId();
  const optionId = (index: number) => `${listId}-${index}`;

  const open = ({ href }: Hit, isNewTab: boolean) => {
    if (isNewTab && href !== notificationsHref) return void window.open(href, "_blank", "noopener");
    opens.current = true;
    if (href === notificationsHref) return onNotifications();
    onClose();
    navigate(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const hit = hits[at];
    if (move !== undefined && hits.length > 0) {
      event.preventDefault();
      const next = (at + move + hits.length) % hits.length;
      setChosen(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
    }
    if (event.key === "Enter") {
      event.preventDefault();
      const isNewTab = event.ctrlKey || event.metaKey;
      // Results of earlier words are not shown.
      if (isSearching && !hit?.isKnown) entered.current = { isNewTab };
      else if (hit) open(hit, isNewTab);
    }
  };
  const firstFound = isSearching ? undefined : hits[at];
  const openEntered = useEffectEvent((hit: Hit) => {
    if (!entered.current) return;
    const { isNewTab } = entered.current;
    entered.current = null;
    open(hit, isNewTab);
  });
  useEffect(() => {
    if (firstFound) openEntered(firstFound);
  }, [firstFound]);

  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-30 animate-fade bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            // The page, form or panel that opens takes the focus.
            if (opens.current) event.preventDefault();
            else returnFocus(event);
          }}
          className="fixed inset-0 z-30 flex animate-fade flex-col bg-surface outline-none md:inset-x-0 md:top-[12vh] md:bottom-auto md:mx-auto md:max-h-[70vh] md:w-[640px] md:rounded-dialog md:shadow-dialog"
        >
          <Radix.Title className="sr-only">Search</Radix.Title>
          <div className="flex h-[52px] flex-none items-center gap-2.5 border-b border-line px-4">
            {isSearching ? (
              <Spinner size={16} />
            ) : (
              <Search size={16} strokeWidth={1.75} aria-hidden className="flex-none text-ink-3" />
            )}
            <input
              type="text"
              role="combobox"
              aria-label="Search or do something"
              aria-expanded
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={hits.length > 0 ? optionId(at) : undefined}
              placeholder="Search or do something"
              autoComplete="off"
              maxLength={100}
              value={typed}
              onChange={({ target }) => {
                if (target.value === "?") return showShortcuts();
                setTyped(target.value);
                setChosen(0);
                entered.current = null;
              }}
              onKeyDown={onKeyDown}
              className="h-full min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-ink-3"
            />
            <Radix.Close
              aria-label="Close"
              className="grid size-9 flex-none place-items-center rounded-badge text-ink-2 hover:bg-sunken md:h-7 md:w-auto md:px-1.5"
            >
              <X size={18} strokeWidth={1.75} aria-hidden className="md:hidden" />
              <Key>Esc</Key>
            </Radix.Close>
          </div>
          <div
            id={listId}
            role="listbox"
            tabIndex={-1}
            aria-label="Results"
            className="min-h-0 flex-1 overflow-auto p-2"
            // Keeps the focus in the input.
            onMouseDown={(event) => event.preventDefault()}
          >
            {groups.map(({ title, hits: rows }) => (
              <div key={title} role="group" aria-label={title}>
                <div aria-hidden className="px-2.5 pt-2 pb-1 text-xs text-ink-2">
                  {title}
                </div>
                {rows.map((hit) => {
                  const index = hits.indexOf(hit);
                  const { icon: Icon, role, detail, aside, isOverdue } = hit;
                  return (
                    <button
                      type="button"
                      tabIndex={-1}
                      key={`${hit.href} ${hit.title}`}
                      id={optionId(index)}
                      role="option"
                      aria-selected={index === at}
                      onMouseMove={() => setChosen(index)}
                      onClick={(event) => open(hit, event.ctrlKey || event.metaKey)}
                      className={cx(
                        "flex min-h-10 w-full cursor-pointer items-center gap-3 rounded-control px-2.5 py-1.5 text-left md:min-h-9",
                        index === at && "bg-accent-wash text-accent",
                      )}
                    >
                      <span className="grid w-[22px] flex-none place-items-center">
                        {role ? (
                          <AgentBadge role={role} />
                        ) : (
                          <Icon
                            size={15}
                            strokeWidth={1.75}
                            aria-hidden
                            className={index === at ? undefined : "text-ink-2"}
                          />
                        )}
                      </span>
                      <span className="min-w-0 flex-1 md:truncate">
                        <Marked text={hit.title} words={words} />
                        {detail && (
                          <span className="ml-2.5 text-sm text-ink-2 max-md:hidden">
                            <Marked text={detail} words={words} />
                          </span>
                        )}
                      </span>
                      {aside && (
                        <span className={cx("num flex-none text-sm", isOverdue ? "text-danger" : "text-ink-2")}>
                          {aside}
                        </span>
                      )}
                      {index === at && <CornerDownLeft size={14} aria-hidden className="hidden flex-none md:block" />}
                    </button>
                  );
                })}
              </div>
            ))}
          </div>
          {hits.length === 0 && !isSearching && typed.trim() !== "" && (
            <p className="px-4 pb-4 text-ink-2">No matches.</p>
          )}
          <p role="status" className="sr-only">
            {error ? sentenceOf(error) : isSearching ? "Searching" : plural(hits.length, "result")}
          </p>
          {error && <p className="px-4 py-2 text-sm text-danger">{sentenceOf(error)}</p>}
          <footer className="hidden flex-none items-center gap-4 border-t border-line px-4 py-2.5 text-sm text-ink-2 md:flex">
            <span className="flex items-center gap-1.5">
              <Key>↑</Key>
              <Key>↓</Key> Move
            </span>
            <span className="flex items-center gap-1.5">
              <Key>Enter</Key> Open
            </span>
            <span className="flex items-center gap-1.5">
              <Key>Ctrl Enter</Key> New tab
            </span>
            <span className="ml-auto flex items-center gap-1.5">
              <Key>&gt;</Key> Actions
            </span>
            <span className="flex items-center gap-1.5">
              <Key>@</Key> Agents
            </span>
            <button type="button" className="flex items-center gap-1.5 hover:text-ink" onClick={showShortcuts}>
              <Key>?</Key> Shortcuts
            </button>
          </footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A debounced text. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** Highlights the searched words. */
function Marked({ text, words }: { text: string; words: string }) {
  const parts = words
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  if (parts.length === 0) return text;
  return text.split(new RegExp(`(${parts.join("|")})`, "gi")).map((part, place) =>
    place % 2 === 1 ? (
      // The parts of one text never move.
      <strong key={`${place} ${part}`} className="font-semibold">
        {part}
      </strong>
    ) : (
      part
    ),
  );
}
