import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "#ui/kit/button.tsx";
import { Section } from "#ui/kit/section.tsx";
import { reloadAll } from "#ui/query.ts";
import { report } from "#ui/report.ts";
import { isReloading } from "../upgrade.ts";

/** A part of a page with its own error boundary: its title stays, with a retry button. */
export class Widget extends Component<{ title: string; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: Error, details: ErrorInfo) {
    report(`${this.props.title} crashed`, { error, where: details.componentStack });
  }

  readonly #tryAgain = async (): Promise<void> => {
    await reloadAll();
    this.setState({ broken: false });
  };

  override render() {
    if (!this.state.broken) return this.props.children;
    if (isReloading()) return null;
    return (
      <Section title={this.props.title}>
        <div role="alert" className="border-t border-line pt-4 pb-2">
          <p className="mb-3 text-ink-2">This part of the page could not be shown. The others are not affected.</p>
          <Button onClick={() => void this.#tryAgain()}>Try again</Button>
        </div>
      </Section>
    );
  }
}
