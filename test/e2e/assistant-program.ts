import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { askTokens, byCode, openProgram, signInAddress, type Tokens } from "../assistant.ts";
import type { Member } from "../world.ts";

/** A program on this machine that a browser leads back to once its person has signed in. */
export async function listenAsProgram() {
  let received: URLSearchParams | null = null;
  const server = createServer(({ url: path = "" }, response) => {
    const { pathname, searchParams } = new URL(path, "http://127.0.0.1");
    if (pathname === "/callback") received = searchParams;
    response.setHeader("content-type", "text/html").end("<title>Editor</title><h1>Signed in</h1>");
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  return {
    callback: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    /** What it was last led back with. */
    received: () => received,
    close: () => new Promise((done) => server.close(done)),
  };
}
export type ListeningProgram = Awaited<ReturnType<typeof listenAsProgram>>;

type SigningIn = {
  url: string;
  clientId: string;
  program: ListeningProgram;
  member: Member;
  /** Looks at the page of consent, and may change what it grants. */
  consent: (tab: Page) => Promise<void>;
};

/** Has a person sign in and consent on the page that a program opens; gives the tokens it gets. */
export async function signInBy(tab: Page, { url, clientId, program, member, consent }: SigningIn): Promise<Tokens> {
  const editor = openProgram(url, clientId, program.callback);
  await tab.goto(signInAddress(url, editor));
  await tab.getByRole("heading", { name: "Sign in to connect an assistant" }).waitFor();
  await tab.getByLabel("Username").fill(member.username);
  await tab.getByLabel("Password").fill(member.password);
  await tab.getByRole("button", { name: "Sign In" }).click();
  await tab.getByRole("heading", { name: `Connect Editor to ${member.user.company.name}?` }).waitFor();
  await consent(tab);
  await tab.getByRole("button", { name: "Connect", exact: true }).click();
  await tab.getByRole("heading", { name: "Signed in" }).waitFor();
  return (await askTokens(url, editor, byCode(editor, program.received()?.get("code") ?? null))).json;
}
