import type { ReactNode } from "react";

/** The frame of a page, with the same margins everywhere. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto max-w-[1344px] px-4 pt-4 pb-12 outline-none md:p-6 lg:px-8 lg:pt-8 lg:pb-16"
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
}: {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) => (
  <div className="mb-4 flex flex-wrap items-start gap-3 md:mb-6 md:flex-nowrap md:gap-6">
    <div className="min-w-0">
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      {children && <p className="mt-0.5 text-ink-2">{children}</p>}
    </div>
    {actions && (
      <div className="flex w-full gap-2 *:flex-1 md:ml-auto md:w-auto md:flex-none md:*:flex-none">{actions}</div>
    )}
  </div>
);

/** Main column and rail; on narrow screens the rail goes below. */
export const Columns = ({ main, rail }: { main: ReactNode; rail: ReactNode }) => (
  <div className="grid items-start gap-y-8 md:gap-y-10 lg:grid-cols-[minmax(0,1fr)_368px] lg:gap-x-14">
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8 md:gap-10">{main}</div>
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-8 md:grid-cols-2 md:gap-x-8 md:gap-y-10 lg:grid-cols-[minmax(0,1fr)]">
      {rail}
    </div>
  </div>
);
