import { z } from "zod";
import type { HttpOut } from "#platform/http-out/http-out.ts";
import { redirectFault } from "#platform/oauth/oauth.ts";
import { clientMetadata } from "#platform/oauth/adapter.ts";

const mostBytes = 5 * 1024;

/** What counts of a client's document; the rest of it, such as keys and pictures, is not read. */
const document = z.object({
  client_id: z.string().max(500),
  client_name: z.string().trim().min(1).max(100).optional(),
  redirect_uris: z
    .array(
      z
        .string()
        .max(500)
        .refine((address) => redirectFault(address) === null),
    )
    .min(1)
    .max(10),
  token_endpoint_auth_method: z.literal("none").default("none"),
});

/** Reads the document that a client's id is the address of, by the guarded way out: public addresses, no redirects. */
export async function fetchDocument(http: HttpOut, address: string): Promise<Response> {
  const answer = await http.call({ company: "assistants" }, { url: address, timeoutMs: 2_500, mostBytes });
  const given = document.safeParse(parse(answer.body));
  if (answer.status !== 200 || !given.success) return new Response(null, { status: 502 });
  const { client_id, client_name = new URL(address).host, redirect_uris } = given.data;
  const kept = Object.entries({ client_id, client_name, ...clientMetadata(redirect_uris) });
  const control = answer.headers.get("cache-control");
  return Response.json(Object.fromEntries(kept), control === null ? {} : { headers: { "cache-control": control } });
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return null;
  }
}
