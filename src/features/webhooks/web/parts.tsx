import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { exactTime } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";

/** Says that two secrets are good, and ends the previous one. */
export const Rotation = ({
  until,
  timeZone,
  words,
  end,
  id,
}: {
  until: string | null;
  timeZone: string;
  words: string;
  end: { isPending: boolean; mutate: (sent: { params: { id: string } }) => void };
  id: string;
}) =>
  until && (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
      <span>
        {words} until {exactTime(until, timeZone)}.
      </span>
      <Button small look="quiet" pending={end.isPending} onClick={() => end.mutate({ params: { id } })}>
        End the previous secret
      </Button>
    </p>
  );

/** A log that is read only while it is open. */
export function Log({ title, children }: { title: string; children: (isOpen: boolean) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="group/log mt-2 text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-6 w-fit items-center gap-1 font-medium">
        <ChevronRight size={14} strokeWidth={1.75} aria-hidden className="text-ink-3 group-open/log:rotate-90" />
        {title}
      </summary>
      {isOpen && children(isOpen)}
    </details>
  );
}
