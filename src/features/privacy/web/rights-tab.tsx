import { Link } from "wouter";
import { Section } from "#ui/kit/section.tsx";

type Right = { name: string; meaning: string; href?: string; link?: string };

const rights: readonly Right[] = [
  {
    name: "See your data",
    meaning: "Everything stored under your name, as one JSON file.",
    href: "/privacy-dashboard?tab=actions",
    link: "Export my data",
  },
  { name: "Correct it", meaning: "Your name and email address.", href: "/account", link: "Change your profile" },
  {
    name: "Delete it",
    meaning: "Your account, messages and comments. Decisions stay, without your name.",
    href: "/privacy-dashboard?tab=actions",
    link: "Delete my data",
  },
  {
    name: "Withdraw consent",
    meaning: "Each switch, at any time. What was done before stays lawful.",
    href: "/privacy-dashboard",
    link: "Change settings",
  },
  {
    name: "Know what happens",
    meaning: "What is processed, why, for how long and where it goes.",
    href: "/privacy-dashboard?tab=processing",
    link: "Open the processing log",
  },
  {
    name: "Object or complain",
    meaning: "Write to the operator, or to your data protection authority.",
    href: "/privacy",
    link: "Read the Privacy Policy",
  },
];

export const RightsTab = () => (
  <Section title="Your rights" className="max-w-[880px] border-t-0">
    <ul>
      {rights.map(({ name, meaning, href, link }) => (
        <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2.5">
          <div className="min-w-0 flex-1 basis-60">
            <div className="font-medium">{name}</div>
            <div className="text-sm text-pretty text-ink-2">{meaning}</div>
          </div>
          {href && (
            <Link href={href} className="flex-none text-sm text-accent-ink underline underline-offset-2">
              {link}
            </Link>
          )}
        </li>
      ))}
    </ul>
  </Section>
);
