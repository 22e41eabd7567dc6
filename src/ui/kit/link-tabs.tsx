import type { ReactNode } from "react";
import { Link } from "wouter";
import { cx } from "./cx.ts";

type Props = { label: string; tabs: readonly { href: string; text: ReactNode; isCurrent: boolean }[] };

/** Pages as tabs of one, each with its own address. */
export const LinkTabs = ({ label, tabs }: Props) => (
  <nav aria-label={label} className="mb-4">
    <ul className="flex flex-wrap gap-x-4 border-b border-line">
      {tabs.map(({ href, text, isCurrent }) => (
        <li key={href}>
          <Link
            href={href}
            aria-current={isCurrent ? "page" : undefined}
            className={cx(
              "-mb-px flex items-center gap-1.5 border-b-2 py-2 font-medium no-underline!",
              isCurrent ? "border-accent text-ink" : "border-transparent text-ink-2 hover:text-ink",
            )}
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
