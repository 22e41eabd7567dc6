import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "#platform/config.ts";
import { readToken } from "#platform/http/session.ts";

export type VisitorPages = {
  /** Whether the browser part has a page at this path. */
  isAppPath(path: string): boolean;
  sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply;
};

type Filled = { text: string; etag: string };

/**
 * Serves the pages for visitors. The build leaves placeholders in them for the operator's statements and the
 * installation's address. They need no database and contain no company data. Null if they are not built.
 */
export async function serveVisitorPages(
  app: FastifyInstance,
  folder: string,
  config: Config,
): Promise<VisitorPages | null> {
  const from = join(folder, "visitors");
  if (!existsSync(join(from, "app-paths.json"))) return null;
  const appPaths = (JSON.parse(readFileSync(join(from, "app-paths.json"), "utf8")) as string[]).map(segmentsOf);
  const names = readdirSync(from)
    .filter((name) => name.endsWith(".html"))
    .map((name) => name.slice(0, -".html".length));
  const paths = names.filter((name) => name !== "not-found").map((name) => `/${name}`);
  const raw = new Map(names.map((name) => [name, readFileSync(join(from, `${name}.html`), "utf8")]));
  // With PORT=0 the address is known only at the first request.
  const filled = new Map<string, Filled>();

  const fill = (name: string, isSignedIn: boolean): Filled => {
    const key = `${name} ${isSignedIn}`;
    const known = filled.get(key);
    if (known) return known;
    const entry = isSignedIn
      ? { entryPath: "/", entryLabel: "Dashboard" }
      : { entryPath: "/auth", entryLabel: "Sign In" };
    const text = fillIn(raw.get(name) ?? "", { ...config.operator, ...entry, origin: config.publicUrl.origin });
    const etag = `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
    filled.set(key, { text, etag });
    return { text, etag };
  };
  const send = (request: FastifyRequest, reply: FastifyReply, name: string, status: 200 | 404): FastifyReply => {
    const { text, etag } = fill(name, readToken(request, config.secure) !== null);
    reply.header("Cache-Control", "no-cache").header("Vary", "Accept-Encoding, Cookie");
    if (status === 200) {
      reply.header("ETag", etag);
      if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    }
    return reply.code(status).type("text/html; charset=utf-8").send(text);
  };

  for (const path of paths) app.get(path, (request, reply) => send(request, reply, path.slice(1), 200));
  const sendText = (reply: FastifyReply, type: string, text: string) =>
    reply.header("Cache-Control", "public, max-age=3600").type(`${type}; charset=utf-8`).send(text);
  app.get("/robots.txt", (_request, reply) =>
    sendText(reply, "text/plain", `User-agent: *\nDisallow: /api/\nSitemap: ${config.publicUrl.origin}/sitemap.xml\n`),
  );
  app.get("/sitemap.xml", (_request, reply) =>
    sendText(reply, "application/xml", sitemap(paths.map((path) => config.publicUrl.origin + path))),
  );
  return {
    isAppPath: (path) => appPaths.some((pattern) => matches(pattern, segmentsOf(path))),
    sendNotFound: (request, reply) => send(request, reply, "not-found", 404),
  };
}

const segmentsOf = (path: string): string[] => path.split("/").slice(1);

/** Whether a path fits a pattern such as /runs/:id or /records/*?. */
function matches(pattern: readonly string[], path: readonly string[]): boolean {
  const isOpen = pattern.at(-1) === "*?";
  const fixed = isOpen ? pattern.slice(0, -1) : pattern;
  const given = path.length > 1 && path.at(-1) === "" ? path.slice(0, -1) : path;
  if (isOpen ? given.length < fixed.length : given.length !== fixed.length) return false;
  return fixed.every((segment, at) => (segment.startsWith(":") ? given[at] !== "" : segment === given[at]));
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** Replaces the placeholders with the escaped values. */
const fillIn = (html: string, values: Record<string, string>): string =>
  html.replace(/\{\{(\w+)\}\}/g, (_place, key: string) => escape(values[key] ?? ""));

const sitemap = (addresses: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map((address) => `  <url><loc>${escape(address)}</loc></url>`),
    "</urlset>",
    "",
  ].join("\n");
