import { Menu, X } from "lucide-react";
import type { ReactNode } from "react";
import type { Statement } from "#contract/operator.ts";
import { Mark } from "#ui/kit/brand.tsx";
import { buttonClass } from "#ui/kit/button.tsx";
import { visitorEntries } from "../shell/visitor-entries.ts";

/** A placeholder for one of the operator's statements, which the server fills in. */
export const state = (statement: Statement): string => `{{${statement}}}`;
/** A placeholder that depends on the installation and on whether the visitor has a session. */
const place = (name: "origin" | "entryPath" | "entryLabel"): string => `{{${name}}}`;

export const signUp = "/auth?form=sign-up";

export type Assets = { style: string; font: string; form: string };
export type VisitorPage = {
  /** Its path without the slash. */
  name: string;
  title: string;
  description: string;
  content: ReactNode;
  /** Whether it has the request form, which needs its script. */
  hasForm?: true;
};

const topBarLinks = ["/how-it-works", "/features", "/enterprise", "/trust"];

/** A page for visitors as a whole document; it works without scripts. */
export function VisitorDocument({ page, assets }: { page: VisitorPage; assets: Assets }) {
  const { name, title, description } = page;
  const address = `${place("origin")}/${name}`;
  const isFound = name !== "not-found";
  const current = (href: string) => (href === `/${name}` ? "page" : undefined);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <meta name="description" content={description} />
        {isFound ? <link rel="canonical" href={address} /> : <meta name="robots" content="noindex" />}
        {isFound && (
          <>
            <meta property="og:type" content="website" />
            <meta property="og:site_name" content={state("name")} />
            <meta property="og:title" content={title} />
            <meta property="og:description" content={description} />
            <meta property="og:url" content={address} />
            <meta property="og:image" content={`${place("origin")}/tour/social.png`} />
            <meta property="og:image:alt" content="Boardroom: AI executives that ask before they spend" />
            <meta name="twitter:card" content="summary_large_image" />
          </>
        )}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="preload" href={assets.font} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href={assets.style} />
        <script src="/theme.js" />
        {page.hasForm && <script type="module" src={assets.form} />}
      </head>
      <body>
        <a
          href="#main"
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-20 focus:bg-surface focus:px-3 focus:py-2"
        >
          Skip to content
        </a>
        <header className="top">
          <Brand />
          <nav aria-label="Main">
            {visitorEntries
              .filter(({ href }) => topBarLinks.includes(href))
              .toSorted((a, b) => topBarLinks.indexOf(a.href) - topBarLinks.indexOf(b.href))
              .map(({ href, label }) => (
                <a key={href} href={href} aria-current={current(href)}>
                  {label}
                </a>
              ))}
          </nav>
          <div className="ml-auto flex items-center gap-3 md:gap-4">
            <a href={place("entryPath")} className="text-sm font-medium text-ink no-underline">
              {place("entryLabel")}
            </a>
            <a href={signUp} className={`${buttonClass("plain", true)} max-sm:hidden`}>
              Start Free Trial
            </a>
            <button
              type="button"
              popoverTarget="menu"
              aria-label="Open navigation menu"
              className={buttonClass("quiet", true, true)}
            >
              <Menu size={18} strokeWidth={1.75} aria-hidden />
            </button>
          </div>
        </header>
        <div id="menu" popover="auto" role="dialog" aria-label="Navigation menu" className="menu">
          <button
            type="button"
            popoverTarget="menu"
            popoverTargetAction="hide"
            aria-label="Close navigation menu"
            className={`${buttonClass("quiet", true, true)} self-end`}
          >
            <X size={18} strokeWidth={1.75} aria-hidden />
          </button>
          <nav aria-label="All pages">
            <ul>
              {visitorEntries.map(({ href, label }) => (
                <li key={href}>
                  <a href={href} aria-current={current(href)}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <a href="/auth" className={`${buttonClass()} mt-auto`}>
            Get Started
          </a>
        </div>
        <main id="main" tabIndex={-1} className="pub">
          {page.content}
        </main>
        <Foot />
      </body>
    </html>
  );
}

const Brand = () => (
  <a href="/welcome" className="flex items-center gap-[9px] font-semibold tracking-[-0.01em] text-ink no-underline">
    <Mark />
    Boardroom
  </a>
);

const Foot = () => (
  <footer className="pub">
    <div className="foot">
      <div className="max-md:col-span-2">
        <Brand />
        <p className="mt-2 max-w-[34ch] text-ink-3">
          A control center for AI executives. Runs on your own server. Operated here by {state("name")}.
        </p>
      </div>
      <Links title="Product" hrefs={["/features", "/how-it-works", "/enterprise", "/about"]} />
      <Links title="Trust" hrefs={["/trust", "/privacy", "/terms"]} />
      <nav aria-label="Contact">
        <div className="py-1 font-medium">Contact</div>
        <a href="/schedule-demo">Schedule Demo</a>
        <a href={`mailto:${state("securityEmail")}`}>Security team</a>
        <a href={`mailto:${state("privacyEmail")}`}>Privacy team</a>
      </nav>
    </div>
  </footer>
);

const Links = ({ title, hrefs }: { title: string; hrefs: readonly string[] }) => (
  <nav aria-label={title}>
    <div className="py-1 font-medium">{title}</div>
    {hrefs.map((href) => (
      <a key={href} href={href}>
        {visitorEntries.find((entry) => entry.href === href)?.label}
      </a>
    ))}
  </nav>
);
