import * as product from "#app/rooms.ts";
import { stripeConnector } from "#connectors/stripe/connector.ts";

/** The product with Stripe at the address of a stand-in. */
export const roomsWith = (url: string) => ({ ...product, connectors: [stripeConnector(url)] });
export const rooms = roomsWith(process.env["STRIPE_AT"] ?? "http://127.0.0.1:9");
