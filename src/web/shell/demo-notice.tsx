import { useLocation } from "wouter";
import { useLogout } from "#features/accounts/web/queries.ts";

const link = "font-medium underline underline-offset-2";

/** Shown on every page of a demo: what is real, its sources, and how to leave. */
export default function DemoNotice() {
  const [, navigate] = useLocation();
  const logout = useLogout(() => navigate("/auth"));
  return (
    <aside
      aria-label="Demo"
      className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line bg-sunken px-4 py-1.5 text-sm text-ink-2 md:px-6"
    >
      <details className="min-w-0 flex-1 basis-64">
        <summary className="cursor-pointer">
          <strong className="font-medium text-ink">Demo:</strong> invented records, and real retail figures with moved
          dates <span className="whitespace-nowrap underline decoration-dotted underline-offset-2">Sources</span>
        </summary>
        <p className="max-w-read py-1">
          The daily revenue is that of a UK online gift shop from December 2009 to December 2011, with its days moved so
          that the last one is the day before this demo was set up: Chen, D. (2019),{" "}
          <a
            className={link}
            href="https://archive.ics.uci.edu/dataset/502/online+retail+ii"
            target="_blank"
            rel="noreferrer"
          >
            Online Retail II
          </a>
          , UCI Machine Learning Repository,{" "}
          <a className={link} href="https://creativecommons.org/licenses/by/4.0/" target="_blank" rel="noreferrer">
            CC BY 4.0
          </a>
          ; modified: daily totals, days moved, closed days interpolated, taken from a series under the MIT license.
          Everything else is invented: people, companies, records, orders, cash and decisions.
        </p>
      </details>
      <button
        type="button"
        className={`${link} cursor-pointer`}
        disabled={logout.isPending}
        onClick={() => logout.mutate()}
      >
        Start with your own company
      </button>
    </aside>
  );
}
