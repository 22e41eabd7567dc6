import { buttonClass } from "#ui/kit/button.tsx";
import type { VisitorPage } from "./frame.tsx";
import { Hero } from "./parts.tsx";

export const notFound: VisitorPage = {
  name: "not-found",
  title: "Not found · Boardroom",
  description: "This page does not exist.",
  content: (
    <Hero title="404 Page Not Found" lead="This page does not exist.">
      <p className="text-sm text-ink-3">Did you forget to add the page to the router?</p>
      <div className="cta">
        <a href="/" className={buttonClass("primary")}>
          Go to the dashboard
        </a>
        <a href="/welcome" className={buttonClass()}>
          What is Boardroom?
        </a>
      </div>
    </Hero>
  ),
};
