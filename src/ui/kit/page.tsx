import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import { HandOn } from "./hand-on.tsx";

/** The frame of a page, with the same margins everywhere. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto max-w-[1344px] px-4 pt-4 pb-8 outline-none md:p-6 lg:px-8 lg:pt-8 lg:pb-16"
    >
      <title>{`${title} · Boardroom`}</title>
      {children}
    </main>
  );
}

export const PageHead = ({
  title,
  children,
  actions,
  beside,
  handOn = false,
}: {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** Whether the page's list can be copied, downloaded and printed. */
  handOn?: boolean | Pick<ComponentProps<typeof HandOn>, "onCsv" | "disabled">;
  /** One short action that stays beside the title on a phone. */
  beside?: ReactNode;
}) => (
  <div className={cx("mb-4 flex items-start gap-3 md:mb-6 md:flex-nowrap md:gap-6", !beside && "flex-wrap")}>
    <div className="min-w-0">
      <h1 className={cx("font-semibold tracking-tight", beside ? "text-lg leading-6 md:text-xl" : "text-xl")}>
        {title}
      </h1>
      {children && <p className="mt-0.5 text-ink-2">{children}</p>}
    </div>
    {beside && <div className="ml-auto flex-none">{beside}</div>}
    {(actions || handOn) && (
      <div
        className={cx(
          "flex gap-2 *:flex-1 md:ml-auto md:w-auto md:flex-none md:*:flex-none",
          actions ? "w-full" : "ml-auto",
        )}
      >
        {actions}
        {handOn && <HandOn name={title} {...(handOn === true ? {} : handOn)} />}
      </div>
    )}
  </div>
);

/** Main column in two parts and a rail; on narrow screens the rail is between the parts. */
export const SplitColumns = ({ main, rail, rest }: { main: ReactNode; rail: ReactNode; rest: ReactNode }) => (
  <div className="grid items-start gap-y-5 md:gap-y-10 lg:grid-cols-[minmax(0,1fr)_328px] lg:grid-rows-[auto_1fr] lg:gap-x-12">
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 md:gap-10">{main}</div>
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-5 md:gap-10 lg:col-start-2 lg:row-span-2 lg:row-start-1">
      {rail}
    </div>
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 md:gap-10">{rest}</div>
  </div>
);

/** Main column and rail; on narrow screens the rail goes below. A sticky rail stays in view beside a long column. */
export const Columns = ({
  main,
  rail,
  isRailSticky = false,
}: {
  main: ReactNode;
  rail: ReactNode;
  isRailSticky?: boolean;
}) => (
  <div className="grid items-start gap-y-8 md:gap-y-10 lg:grid-cols-[minmax(0,1fr)_328px] lg:gap-x-12">
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8 md:gap-10">{main}</div>
    <div
      className={cx(
        "grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-8 md:grid-cols-2 md:gap-x-8 md:gap-y-10 lg:grid-cols-[minmax(0,1fr)]",
        isRailSticky && "lg:sticky lg:top-[72px] lg:max-h-[calc(100dvh-88px)] lg:overflow-y-auto",
      )}
    >
      {rail}
    </div>
  </div>
);
