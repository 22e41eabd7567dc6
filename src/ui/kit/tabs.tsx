import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

type Tab<Value extends string> = { value: Value; label: string; content: ReactNode };
type Props<Value extends string> = {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Keeps input under a tab while another one is open. */
  keeps?: boolean;
};

export function Tabs<Value extends string>({ label, tabs, value, onChange, keeps }: Props<Value>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Radix.List aria-label={label} className="mb-5 flex gap-5 border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px border-b-2 border-transparent py-2 font-medium text-ink-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
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
