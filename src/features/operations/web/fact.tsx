import type { ReactNode } from "react";
import { Dot, type DotTone } from "#ui/kit/marks.tsx";

type Props = { name: string; tone?: DotTone; value: ReactNode; children?: ReactNode };

/** A fact with an explanation or advice; the dot shows whether it is good or bad. */
export const Fact = ({ name, tone, value, children }: Props) => (
  <div className="grid gap-x-6 border-t border-line py-2.5 md:grid-cols-[168px_minmax(0,1fr)]">
    <dt className="text-sm leading-5 text-ink-3">{name}</dt>
    <dd>
      <div className="num flex items-center gap-[7px]">
        {tone && <Dot tone={tone} />}
        {value}
      </div>
      {children && <div className="mt-0.5 max-w-[68ch] text-sm text-pretty text-ink-2">{children}</div>}
    </dd>
  </div>
);

/** A command to run on the server. */
export const Command = ({ children }: { children: string }) => (
  <code className="rounded-badge bg-pressed px-1 py-px font-mono text-xs whitespace-nowrap text-ink">{children}</code>
);
