import { useMutation, useQuery } from "@tanstack/react-query";
import { correctForecast, getRecord, listForecasts, resolveForecast } from "#features/decisions/outcome/contract.ts";
import { call, type Sent } from "#ui/api.ts";
import { read, refresh, usePages } from "#ui/query.ts";
import { toast, toastFailure } from "#ui/toast.ts";

export const useRecord = () => useQuery(read(getRecord, {}));

export type ForecastFilter = Omit<NonNullable<Sent<typeof listForecasts>["query"]>, "cursor">;
export const useForecasts = (filter: ForecastFilter) => usePages(listForecasts, { query: filter });

type Answered = { position: number; held: boolean; value?: number; note?: string };

export const useResolveForecast = (id: string) =>
  useMutation({
    mutationFn: ({ position, ...body }: Answered) =>
      call(resolveForecast, { params: { id, position: String(position) }, body }),
    onSuccess: (_page, { held }) => toast("Forecast resolved", held ? "It came true." : "It did not come true."),
    onError: (error) => toastFailure("Action Failed", error, "Failed to resolve the forecast"),
    onSettled: () => void refresh("decisions", "dashboard"),
  });

export const useCorrectForecast = (id: string, onDone: () => void) =>
  useMutation({
    mutationFn: ({ position, ...body }: { position: number; held: boolean; reason: string }) =>
      call(correctForecast, { params: { id, position: String(position) }, body }),
    onSuccess: () => {
      toast("Outcome corrected", "The history keeps what was recorded before.");
      onDone();
    },
    onSettled: () => void refresh("decisions", "dashboard"),
  });
