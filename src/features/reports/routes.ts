import * as calls from "#features/reports/contract.ts";
import * as calendarCalls from "#features/reports/calendar/contract.ts";
import * as calendar from "#features/reports/calendar/service.ts";
import * as service from "#features/reports/service.ts";
import { read } from "#platform/db/transaction.ts";
import type { PageRoute } from "#platform/http/serve-page.ts";
import { openRoute, type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.getBoardPack, (ctx, { query }) => service.pack(ctx, query.period)),
  route(calls.listPackLinks, (ctx) => read(ctx, service.links)),
  route(calls.sharePack, (ctx, { body }) => service.share(ctx, body)),
  route(calls.revokePackLink, (ctx, { params }) => service.revoke(ctx, params.id)),
  openRoute(calls.openSharedPack, (ctx, { body }) => service.open(ctx, body.token)),
  route(calendarCalls.getCalendar, (ctx) => calendar.download(ctx)),
  route(calendarCalls.listCalendarLinks, (ctx) => read(ctx, calendar.links)),
  route(calendarCalls.addCalendarLink, (ctx) => calendar.addLink(ctx)),
  route(calendarCalls.revokeCalendarLink, (ctx, { params }) => calendar.revokeLink(ctx, params.id)),
];

/** What calendar programs read, without a sign-in. */
export const pages: readonly PageRoute[] = [
  {
    path: "/calendar/:file",
    handle: async (ctx) => {
      const { file } = ctx.request.params as { file: string };
      return { type: "text/calendar; charset=utf-8", body: await calendar.open(ctx, file) };
    },
  },
];
