import { buttonClass } from "#ui/kit/button.tsx";
import { state, type VisitorPage } from "./frame.tsx";
import { Mail } from "./legal.tsx";
import { Actions, Block, Hero, Picture } from "./parts.tsx";
import { shots } from "./shots.ts";

const fields = [
  { name: "name", label: "Your name", type: "text", autoComplete: "name", maxLength: 100 },
  { name: "email", label: "Work email", type: "email", autoComplete: "email", maxLength: 255 },
  { name: "company", label: "Company", type: "text", autoComplete: "organization", maxLength: 100 },
] as const;

export const scheduleDemo: VisitorPage = {
  name: "schedule-demo",
  title: "Schedule a Demo · Boardroom",
  description: "Ask the operator of this installation for a demo of Boardroom with your questions.",
  hasForm: true,
  content: (
    <>
      <Hero
        title="Schedule a demo"
        lead={`Tell us whom to write to. ${state("name")} answers by email and agrees a time with you.`}
      />
      <form id="lead" method="post" action="/api/leads" className="grid max-w-[520px] gap-4">
        {fields.map(({ name, label, ...rest }) => (
          <label key={name} className="field">
            <span className="text-sm font-medium">{label}</span>
            <input name={name} required {...rest} />
          </label>
        ))}
        <label className="field">
          <span className="text-sm font-medium">
            What would you like to see? <span className="font-normal text-ink-3">optional</span>
          </span>
          <textarea name="message" rows={4} maxLength={2000} />
        </label>
        {/* People do not see this field; programs that fill in forms do. */}
        <div aria-hidden="true" className="absolute left-[-9999px]">
          <label>
            Website
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <label className="flex gap-2.5">
          <input type="checkbox" name="consent" required className="mt-1 size-4 flex-none accent-[var(--accent)]" />
          <span>
            I agree that {state("name")} stores these details for up to a year to answer me, as the{" "}
            <a href="/privacy">Privacy Policy</a> says. I can withdraw this at any time by email to{" "}
            <Mail to="privacyEmail" />.
          </span>
        </label>
        <p role="alert" className="text-sm text-danger empty:hidden" />
        <div>
          {/* The script enables it. */}
          <button type="submit" disabled className={`${buttonClass("primary")} h-11! px-5!`}>
            Request demo
          </button>
        </div>
        <noscript>
          <p>
            The form needs JavaScript. Without it, write to <Mail to="contactEmail" />.
          </p>
        </noscript>
      </form>
      <p id="lead-sent" role="status" tabIndex={-1} className="lead outline-none empty:hidden" />
    </>
  ),
};

export const watchDemo: VisitorPage = {
  name: "watch-demo",
  title: "Watch Demo · Boardroom",
  description: "A walk through Boardroom in pictures of the real product with a demo company's invented records.",
  content: (
    <>
      <Hero
        title="A walk through Boardroom"
        lead="Pictures of the real product. The company and its records are invented; everything else works as you see it."
      >
        <Actions actions={["trial", "demo"]} />
      </Hero>
      {shots.map((shot, at) => (
        <Block key={shot.name} title={`${at + 1}. ${shot.title}`} intro={shot.text}>
          <Picture shot={shot} caption="Demo company with invented records." />
        </Block>
      ))}
      <Block title="Your turn">
        <Actions actions={["trial", "demo"]} />
      </Block>
    </>
  ),
};
