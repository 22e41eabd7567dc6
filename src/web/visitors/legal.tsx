import type { ReactNode } from "react";
import { state } from "./frame.tsx";
import { Hero, Stated } from "./parts.tsx";

export type Clause = readonly [title: string, text: ReactNode];

/** A policy or contract: numbered clauses with a list of them in front. */
export const Legal = ({ title, lead, clauses }: { title: string; lead: string; clauses: readonly Clause[] }) => (
  <>
    <Hero title={title} lead={lead}>
      <p className="text-sm text-ink-3">Last updated: {state("lastUpdated")}</p>
    </Hero>
    <div className="legal mt-8">
      <nav aria-label="On this page">
        <ol className="mb-6 list-decimal pl-5 leading-6">
          {clauses.map(([name], at) => (
            <li key={name}>
              <a href={`#clause-${at + 1}`}>{name}</a>
            </li>
          ))}
        </ol>
      </nav>
      {clauses.map(([name, text], at) => (
        <section key={name} id={`clause-${at + 1}`}>
          <h2>
            {at + 1}. {name}
          </h2>
          {text}
        </section>
      ))}
      <Stated />
    </div>
  </>
);

export const Mail = ({ to }: { to: "privacyEmail" | "legalEmail" | "contactEmail" }) => (
  <a href={`mailto:${state(to)}`}>{state(to)}</a>
);
