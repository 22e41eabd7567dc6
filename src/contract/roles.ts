/** Roles of people, weakest first; each includes the ones before. */
export const memberRoles = ["viewer", "member", "approver", "admin"] as const;
export type MemberRole = (typeof memberRoles)[number];

export function includesRole(role: MemberRole, needed: MemberRole): boolean {
  return memberRoles.indexOf(role) >= memberRoles.indexOf(needed);
}

/** "an admin", "a member or above". */
export const whoMay = (needed: MemberRole): string =>
  needed === "admin" ? "an admin" : `${needed === "approver" ? "an" : "a"} ${needed} or above`;

export const authorityLevels = ["low", "medium", "high"] as const;
export type AuthorityLevel = (typeof authorityLevels)[number];

export const authorityMeaning: Record<AuthorityLevel, string> = {
  low: "Basic decisions only",
  medium: "Moderate impact decisions",
  high: "Strategic decisions",
};

export const agentRoleIds = ["CEO", "CFO", "CTO", "CMO", "Sales", "Customer Success", "Operations", "Legal"] as const;
export type AgentRoleId = (typeof agentRoleIds)[number];

export type AgentRole = {
  id: AgentRoleId;
  name: string;
  /** For the wizard's card. */
  description: string;
  /** The first name the wizard suggests. */
  firstName: string;
  authority: AuthorityLevel;
  /** The default limit per calendar year, in the company's currency. */
  budget: number;
  capabilities: readonly [string, string, string, string];
};

/** The eight executives with the specification's defaults. */
export const agentRoles: readonly AgentRole[] = [
  {
    id: "CEO",
    name: "Chief Executive Officer",
    description: "Sets direction, weighs markets and partners, leads the others.",
    firstName: "Eleanor",
    authority: "high",
    budget: 1_000_000,
    capabilities: ["strategic_planning", "market_analysis", "partnership_evaluation", "organizational_change"],
  },
  {
    id: "CFO",
    name: "Chief Financial Officer",
    description: "Watches cash and budgets, works out every investment.",
    firstName: "Marcus",
    authority: "high",
    budget: 500_000,
    capabilities: ["financial_analysis", "budget_management", "investment_evaluation", "risk_assessment"],
  },
  {
    id: "CTO",
    name: "Chief Technology Officer",
    description: "Keeps the systems sound and chooses technology.",
    firstName: "Priya",
    authority: "medium",
    budget: 250_000,
    capabilities: ["technical_strategy", "architecture_decisions", "team_leadership", "security_oversight"],
  },
  {
    id: "CMO",
    name: "Chief Marketing Officer",
    description: "Plans campaigns and looks after the brand.",
    firstName: "Tom",
    authority: "medium",
    budget: 100_000,
    capabilities: ["marketing_strategy", "campaign_management", "brand_development", "market_research"],
  },
  {
    id: "Sales",
    name: "Sales Director",
    description: "Qualifies leads, follows the pipeline, prepares offers.",
    firstName: "Grace",
    authority: "medium",
    budget: 50_000,
    capabilities: ["lead_qualification", "pipeline_management", "proposal_generation", "negotiation"],
  },
  {
    id: "Customer Success",
    name: "Customer Success Manager",
    description: "Answers customers and keeps them.",
    firstName: "Owen",
    authority: "low",
    budget: 25_000,
    capabilities: ["client_onboarding", "satisfaction_monitoring", "retention_strategies", "support_escalation"],
  },
  {
    id: "Operations",
    name: "Operations Manager",
    description: "Runs processes, resources and suppliers.",
    firstName: "Ines",
    authority: "medium",
    budget: 75_000,
    capabilities: ["process_optimization", "workflow_automation", "resource_allocation", "quality_control"],
  },
  {
    id: "Legal",
    name: "Legal Counsel",
    description: "Reads contracts and watches the rules.",
    firstName: "Harriet",
    authority: "high",
    budget: 150_000,
    capabilities: ["contract_review", "compliance_monitoring", "legal_research", "risk_assessment"],
  },
];

export function agentRole(id: AgentRoleId): AgentRole {
  return agentRoles.find((role) => role.id === id) as AgentRole;
}

/** The role as it reads in a sentence: "the CFO", "the Legal Counsel". */
export const roleTitle = (id: AgentRoleId): string => (/^C[A-Z]O$/.test(id) ? id : agentRole(id).name);

/** The wizard's placeholder address; it receives nothing until mail is connected. */
export function suggestedAddress(id: AgentRoleId): string {
  return `${id.toLowerCase().replaceAll(" ", "-")}@aicompany.example`;
}
