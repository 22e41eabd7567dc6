import type { PlannedAction } from "#contract/actions.ts";
import type { PlannedNotice } from "#features/communications/contract.ts";

export const notifyId = "communications_notify";

export const planNotice = (notice: PlannedNotice): PlannedAction => ({
  action: notifyId,
  input: notice,
  summary: noticeSummary(notice),
});

export const noticeSummary = ({ to, subject }: PlannedNotice): string => `Message the ${to}: "${subject}"`;
