import { useQuery } from "@tanstack/react-query";
import { correctForecast, getRecord, listForecasts, resolveForecast } from "#features/decisions/outcome/contract.ts";
import type { Sent } from "#ui/api.ts";
import { read, refresh, usePages } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toast, toastFailure } from "#ui/toast.ts";

export const useRecord = () => useQuery(read(getRecord, {}));

export type ForecastFilter = Omit<NonNullable<Sent<typeof listForecasts>["query"]>, "cursor">;
export const useForecasts = (filter: ForecastFilter) => usePages(listForecasts, { query: filter });

type Answered = { position: number; held: boolean; value?: number; note?: string };

export const useResolveForecast = (id: string) =>
  useSend(
    resolveForecast,
    ({ position, ...body }: Answered) => ({ params: { id, position: String(position) }, body }),
    {
      done: (_page, { held }) => toast("Forecast resolved", held ? "It came true." : "It did not come true."),
      failed: (error) => toastFailure("Action Failed", error, "Failed to resolve the forecast"),
      settled: () => void refresh("decisions", "dashboard"),
    },
  );

export const useCorrectForecast = (id: string, onDone: () => void) =>
  useSend(
    correctForecast,
    ({ position, ...body }: { position: number; held: boolean; reason: string }) => ({
      params: { id, position: String(position) },
      body,
    }),
    {
      done: () => {
        toast("Outcome corrected", "The history keeps what was recorded before.");
        onDone();
      },
      settled: () => void refresh("decisions", "dashboard"),
    },
  );
