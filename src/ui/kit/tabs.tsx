import { Tabs as Radix } from "radix-ui";
import { type ReactNode, useEffect, useRef } from "react";
import { count } from "../format.ts";

type Tab<Value extends string> = { value: Value; label: string; count?: number | undefined; content: ReactNode };
type Props<Value extends string> = {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Keeps input under a tab while another one is open. */
  keeps?: boolean;
};

export function Tabs<Value extends string>({ label, tabs, value, onChange, keeps }: Props<Value>) {
  const list = useRef<HTMLDivElement>(null);
  const widths = tabs.map(({ label, count }) => `${label} ${count}`).join();
  // On a phone the open tab may lie beyond the edge.
  useEffect(() => {
    const open = list.current?.querySelector<HTMLElement>('[data-state="active"]');
    if (list.current && open) list.current.scrollLeft = open.offsetLeft - 16;
  }, [value, widths]);
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="relative -mx-1 mb-5 flex gap-5 overflow-x-auto overflow-y-hidden border-b border-line px-1"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px flex-none border-b-2 border-transparent py-2 font-medium text-ink-2 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && <span className="num ml-1 font-normal text-ink-3"> {count(tab.count)}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          className="outline-none data-[state=inactive]:hidden"
          tabIndex={-1}
          {...(keeps && { forceMount: true })}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
