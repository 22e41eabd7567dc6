import { LinkTabs } from "#ui/kit/link-tabs.tsx";

/** What agents did, run by run, and everything that happened. */
const tabs = [
  { href: "/runs", text: "Runs" },
  { href: "/feed", text: "Live Feed" },
] as const;

export const ActivityTabs = ({ current }: { current: (typeof tabs)[number]["href"] }) => (
  <LinkTabs label="Activity" tabs={tabs.map((tab) => ({ ...tab, isCurrent: tab.href === current }))} />
);
