import { type Answer, type Call, escapeHtml, htmlPage, openService } from "../service.ts";
import type { Eight, Tried } from "./services.ts";

type Slack = Eight["slack"];
type Pressed = "approve" | "reject";
/** What a person did in Slack reaches the product here, in the name of this Slack account. */
type InSlack = { address: () => Promise<string>; user: string };

const form = (action: string, inner: string): string =>
  `<form method="post" action="${escapeHtml(action)}" style="display:inline">${inner}</form> `;
const button = (text: string, name = "", value = ""): string =>
  `<button name="${name}" value="${escapeHtml(value)}">${text}</button>`;

function section({ id, name, typed, held }: Tried): string {
  const lines = Object.entries(typed).map(([label, value]) => `<li>${label}: <code>${escapeHtml(value)}</code></li>`);
  const rows = held().map(
    (one) => `<li>${escapeHtml(one.name)} ${form(`/${id}/remove`, button("Delete", "id", one.id))}</li>`,
  );
  const asks = lines.length > 0 ? `<p>Type in:</p><ul>${lines.join("")}</ul>` : "<p>Nothing has to be typed in.</p>";
  const adding = form(`/${id}/add`, `<input name="name" aria-label="Name" required> ${button("Add")}`);
  const own = id === "gmail" ? "Sent by Boardroom:" : "It holds:";
  return `<h2>${name}</h2>${asks}${id === "slack" ? "" : `<p>${own}</p><ul>${rows.join("")}</ul>${adding}`}`;
}

/** What Slack's channels show, with the buttons of messages and a line to ask in. */
function channel({ posted, told }: Slack): string {
  const messages = posted.map(({ ts, text, thread, blocks }) => {
    const buttons = blocks.includes('"action_id"')
      ? form("/slack/press", button("Approve", "approve", ts) + button("Reject", "reject", ts))
      : "";
    return `<li>${thread ? "in a thread: " : ""}${escapeHtml(text)} ${buttons}</li>`;
  });
  const whispers = told.map(({ text }) => `<li>only you see this: ${escapeHtml(text)}</li>`);
  const asking = form("/slack/ask", `<input name="text" aria-label="Question" required> ${button("Ask @Boardroom")}`);
  return `<p>#approvals:</p><ul>${[...messages, ...whispers].join("")}</ul>${asking}`;
}

/** One page on which a person looks into the stand-ins and changes what they hold. */
export async function openPage({ all, slack }: Eight, { address, user }: InSlack, app: string) {
  const index = (): Answer =>
    htmlPage(
      "Eight services (stand-ins)",
      `<p>Connect each in <a href="${app}/integrations">Integrations</a>. Then change what it holds here, and press Sync there.</p>${all.map((one) => section(one) + (one.id === "slack" ? channel(slack) : "")).join("")}`,
    );
  async function act({ path, text }: Call): Promise<void> {
    const [, id, what] = path.split("/");
    const given = new URLSearchParams(text);
    const one = all.find((each) => each.id === id);
    if (what === "add") one?.add(given.get("name") ?? "");
    else if (what === "remove") one?.remove(given.get("id") ?? "");
    else if (what === "ask") await slack.sendEvent(await address(), slack.mention(user, given.get("text") ?? ""));
    else if (what === "press") {
      const [action, ts] = [...given][0] ?? [];
      const message = slack.posted.find((each) => each.ts === ts);
      if (message) await slack.press(await address(), message, action as Pressed, user);
    }
  }
  return openService(async (call) => {
    if (call.method !== "POST") return index();
    await act(call);
    return { status: 303, headers: { location: "/" } };
  });
}
