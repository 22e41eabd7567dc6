import * as calls from "#features/mailroom/learning/contract.ts";
import { forgetPreference, preferencesOf, recordOf } from "#features/mailroom/learning/service.ts";
import { read } from "#platform/db/transaction.ts";
import { type Route, route } from "#platform/http/route.ts";

export const routes: readonly Route[] = [
  route(calls.listPreferences, (ctx) => read(ctx, preferencesOf)),
  route(calls.removePreference, (ctx, { params }) => forgetPreference(ctx, params.id)),
  route(calls.getDraftRecord, (ctx) => read(ctx, recordOf)),
];
