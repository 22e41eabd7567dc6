import { useLocation } from "wouter";
import { z } from "zod";
import { Button } from "#ui/kit/button.tsx";
import { useKept } from "#ui/kept.ts";

const stops = [
  {
    href: "/",
    name: "Today",
    text: "“Needs you” lists what waits, by date and amount. Each line has a button that does it, and an undo.",
  },
  {
    href: "/decisions",
    name: "Decisions",
    text: "Each proposal shows its cost, its evidence and a forecast with a day. The forecast is scored on that day.",
  },
  {
    href: "/agent-identity",
    name: "Agents",
    text: "An agent's scores come from what it proposed and what came of it. With them it earns more freedom.",
  },
  {
    href: "/oversight",
    name: "Oversight",
    text: "Detectors watch every agent and pause the one that goes too far. You can stop all of them at once.",
  },
  {
    href: "/board-pack",
    name: "Board pack",
    text: "A month on one page: figures, decisions, risks. Print it, or share it by a link that expires.",
  },
] as const;

/** Five stops through a demo. This browser keeps where the person is, and that they finished or skipped it. */
export default function Tour() {
  const [path, navigate] = useLocation();
  const [kept, keep] = useKept("tour", z.number().int().min(0).max(stops.length));
  const at = kept ?? 0;
  const stop = stops[at];
  if (!stop) return null;
  const next = stops[at + 1];
  const go = (to: number) => {
    keep(to);
    const target = stops[to];
    if (target) navigate(target.href);
  };
  return (
    <section
      aria-label="Tour"
      className="hidden flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line bg-accent-wash px-4 py-1.5 text-sm md:flex md:px-6"
    >
      <p className="min-w-0 flex-1 basis-64">
        <span className="num mr-2 whitespace-nowrap text-ink-2">
          Tour, {at + 1} of {stops.length}: {stop.name}
        </span>
        {stop.text}
      </p>
      <div className="flex gap-2">
        {path !== stop.href && (
          <Button small onClick={() => navigate(stop.href)}>
            Go to {stop.name}
          </Button>
        )}
        {next ? (
          <>
            <Button small look="quiet" onClick={() => keep(stops.length)}>
              Skip tour
            </Button>
            <Button small look={path === stop.href ? "primary" : "plain"} onClick={() => go(at + 1)}>
              Next: {next.name}
            </Button>
          </>
        ) : (
          <Button small look="primary" onClick={() => keep(stops.length)}>
            End tour
          </Button>
        )}
      </div>
    </section>
  );
}
