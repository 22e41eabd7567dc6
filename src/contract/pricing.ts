/** The plans of the specification; `agents` and `users` are null where there is no limit. */
export const plans = [
  { id: "starter", label: "Starter", agents: 3, users: 10 },
  { id: "professional", label: "Professional", agents: 6, users: 50 },
  { id: "enterprise", label: "Enterprise", agents: null, users: null },
] as const;

export type Plan = (typeof plans)[number];
export type PlanId = Plan["id"];
export const planIds = ["starter", "professional", "enterprise"] as const satisfies readonly PlanId[];

export const trialDays = 14;

/** The plan with this id; an unknown one is treated as unlimited, so nobody is locked out by a typing error. */
export const planOf = (id: string): Plan => plans.find((plan) => plan.id === id) ?? plans[2];
