// `npm run conformance [-- <scenario>]`: the protocol's own suite against a running server, by both revisions and both
// roles. What may fail, and why, is in the expected-*.yml beside this.
import { spawn } from "node:child_process";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import * as product from "#app/rooms.ts";
import { addClient, giveConsent } from "#features/accounts/assistants/contract.ts";
import { finish, openProgram } from "../assistant.ts";
import { withToken } from "../tokens.ts";
import { openWorld } from "../world.ts";
import { routes as fixture } from "./fixture.ts";

const suite = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
const expectedFor = (revision: string) => fileURLToPath(new URL(`expected-${revision}.yml`, import.meta.url));
const port = "3987";
const callback = `http://127.0.0.1:${port}/callback`;
const [scenario] = process.argv.slice(2);

const world = await openWorld({}, { ...product, routes: [...product.routes, ...fixture] });
const owner = await world.member("owner");
const { token } = await withToken(world.url, owner, ["read", "write", "propose"]);

/** The suite signs in to no server: what it sends goes on with a token, its other headers as they are. */
const door = createServer((incoming, outgoing) => {
  const { port: own } = door.address() as AddressInfo;
  const names = [`127.0.0.1:${own}`, `localhost:${own}`];
  const { host: known, origin: page } = world.config.publicUrl;
  const { host = "", origin } = incoming.headers;
  const headers = {
    ...incoming.headers,
    host: names.includes(host) ? known : host,
    ...(origin && { origin: names.some((name) => origin === `http://${name}`) ? page : origin }),
    authorization: `Bearer ${token}`,
  };
  const onward = request(new URL(incoming.url ?? "/", world.url), { method: incoming.method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on("error", () => outgoing.destroy());
  incoming.pipe(onward);
});
await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(door.address() as AddressInfo).port}/mcp`;

/** Runs the suite; `hear` gets what it prints. */
const run = (args: string[], hear?: (text: string) => void) =>
  new Promise<number>((resolve) => {
    const started = spawn("npx", ["--yes", suite, ...args], { stdio: ["ignore", "pipe", "inherit"] });
    started.stdout.on("data", (piece: Buffer) => {
      process.stdout.write(piece);
      hear?.(String(piece));
    });
    started.on("close", (code) => resolve(code ?? 1));
  });
const kept = process.env["CONFORMANCE_RESULTS"];
const chosen = [...(scenario ? ["--scenario", scenario] : ["--suite", "all"]), ...(kept ? ["--output-dir", kept] : [])];
const codes: number[] = [];
for (const revision of ["2025-11-25", "2026-07-28"])
  codes.push(
    await run([
      "server",
      "--url",
      url,
      ...chosen,
      "--spec-version",
      revision,
      "--expected-failures",
      expectedFor(revision),
    ]),
  );
if (!scenario) {
  const { id } = await owner.call(addClient, { body: { name: "Conformance", redirectUris: [callback] } });
  const { origin } = world.config.publicUrl;
  const named = ["--url", origin, "--client-id", id, "--resource", `${origin}/mcp`, "--port", port];
  codes.push(await run(["authorization", ...named], (text) => void signIn(id, text)));
}
door.close();
await world.close();
process.exit(codes.every((code) => code === 0) ? 0 : 1);

/** Follows the address the suite prints, as the owner's browser would, and agrees. */
async function signIn(clientId: string, printed: string): Promise<void> {
  const [address] = /^http\S+\/oauth\/authorize\?\S+/m.exec(printed) ?? [];
  if (!address) return;
  const program = openProgram(world.url, clientId, callback);
  const { pathname, search } = new URL(address);
  const leading = (await program.visit(`${pathname}${search}`)).headers.get("location") ?? "";
  const request = new URL(leading, world.url).searchParams.get("request") ?? "";
  const { location } = await owner.call(giveConsent, { params: { request }, body: { scopes: ["read"] } });
  await fetch(`${callback}?${(await finish(program, location)).toString()}`);
}
