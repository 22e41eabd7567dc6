import { requestDemo } from "#features/leads/contract.ts";
import * as service from "#features/leads/service.ts";
import { openRoute, type Route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  openRoute(requestDemo, async (ctx, { body }) => {
    await service.add(ctx, body);
    return { message: "Thank you. Your request is with the operator, who will answer by email." };
  }),
];
