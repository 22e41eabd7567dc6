/** The form that asks for a demo: sends it once and says what happened. */
const form = document.querySelector<HTMLFormElement>("#lead");
const button = form?.querySelector("button");
const fault = form?.querySelector<HTMLElement>('[role="alert"]');
const sent = document.querySelector<HTMLElement>("#lead-sent");

if (form && button && fault && sent) {
  button.disabled = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    fault.textContent = "";
    void send(new FormData(form)).then((answer) => {
      button.disabled = false;
      if (!answer.isSent) {
        fault.textContent = answer.sentence;
        return;
      }
      form.hidden = true;
      sent.textContent = answer.sentence;
      sent.focus();
    });
  });
}

async function send(data: FormData): Promise<{ isSent: boolean; sentence: string }> {
  try {
    const response = await fetch("/api/leads", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...Object.fromEntries(data), consent: data.get("consent") !== null }),
    });
    if (!response.ok) return { isSent: false, sentence: await response.text() };
    const { message } = (await response.json()) as { message: string };
    return { isSent: true, sentence: message };
  } catch {
    return { isSent: false, sentence: "Can't reach the server. Your text is still here; try again." };
  }
}

export {};
