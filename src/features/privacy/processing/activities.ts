/** One way personal data is processed. What it is kept for comes from the data registry. */
export type ProcessingActivity = {
  activity: string;
  legalBasis: "Contract" | "Legitimate interest" | "Consent" | "Legal obligation";
  purpose: string;
  dataTypes: readonly string[];
  /** Its tables; the first is the one whose rows are counted. */
  tables: readonly [string, ...string[]];
  /** The column whose period in the registry holds for it. */
  keptAs: string;
  /** The last of these in the journal is when it last happened. */
  events: readonly string[];
  /** Whether a language model may read it. */
  isForModels: boolean;
};

export const activities: readonly ProcessingActivity[] = [
  {
    activity: "Sign-in and sessions",
    legalBasis: "Contract",
    purpose: "Keep accounts safe",
    dataTypes: ["Name", "Email", "IP address", "Browser"],
    tables: ["users", "sessions", "person_keys", "idempotency_keys"],
    keptAs: "email",
    events: [
      "user.logged_in",
      "user.logged_out",
      "user.sign_in_failed",
      "user.password_changed",
      "user.profile_changed",
    ],
    isForModels: false,
  },
  {
    activity: "Journal",
    legalBasis: "Legitimate interest",
    purpose: "Prove who did what",
    dataTypes: ["Action", "Time", "Encrypted IP address"],
    tables: ["journal", "journal_heads", "anchors", "grants"],
    keptAs: "sealed",
    events: ["user.logged_in", "decision.approved", "decision.rejected", "task.updated", "privacy.exported"],
    isForModels: false,
  },
  {
    activity: "Decisions",
    legalBasis: "Legitimate interest",
    purpose: "Show who decided what",
    dataTypes: ["Name", "Decision", "Reason"],
    tables: [
      "decisions",
      "forecasts",
      "forecast_corrections",
      "promotion_history",
      "promotion_rules",
      "policy_versions",
      "backtests",
      "oversight_findings",
    ],
    keptAs: "settledBy",
    events: ["decision.approved", "decision.rejected", "decision.undone", "forecast.resolved", "policy.changed"],
    isForModels: true,
  },
  {
    activity: "Reviews per person",
    legalBasis: "Legitimate interest",
    purpose: "Compare your estimate with the outcome",
    dataTypes: ["Estimate", "Time a proposal was opened"],
    tables: ["decision_views"],
    keptAs: "openedAt",
    events: ["decision.approved", "decision.rejected"],
    isForModels: false,
  },
  {
    activity: "Tasks and comments",
    legalBasis: "Contract",
    purpose: "Assign work and discuss it",
    dataTypes: ["Name", "Task", "Comment"],
    tables: ["tasks", "comments", "initiatives", "plans"],
    keptAs: "completedBy",
    events: ["task.created", "task.updated", "comment.added", "plan.accepted"],
    isForModels: true,
  },
  {
    activity: "Conversations with agents",
    legalBasis: "Contract",
    purpose: "Answer your questions",
    dataTypes: ["Question", "Answer"],
    tables: ["chat_turns", "agent_runs", "agent_run_steps"],
    keptAs: "message",
    events: ["chat.sent", "chat.answered", "run.started", "run.finished"],
    isForModels: true,
  },
  {
    activity: "Customer and supplier records",
    legalBasis: "Contract",
    purpose: "Answer, invoice, forecast",
    dataTypes: ["Name", "Email", "Phone", "Notes"],
    tables: [
      "customers",
      "vendors",
      "deals",
      "invoices",
      "contracts",
      "subscriptions",
      "tickets",
      "record_imports",
      "record_import_parts",
      "record_removals",
      "kept_rows",
      "resets",
    ],
    keptAs: "email",
    events: ["record.added", "record.changed", "record.imported", "record.removed"],
    isForModels: true,
  },
  {
    activity: "Company knowledge",
    legalBasis: "Contract",
    purpose: "Let agents look things up",
    dataTypes: ["Documents", "Notes", "Names in them"],
    tables: ["memories", "brain_documents", "brain_facts", "brain_uploads", "brain_upload_parts"],
    keptAs: "content",
    events: ["brain.document_read", "brain.note_added", "brain.synced"],
    isForModels: true,
  },
  {
    activity: "Notifications",
    legalBasis: "Contract",
    purpose: "Tell you what waits for you",
    dataTypes: ["Title", "When you read it"],
    tables: ["notifications"],
    keptAs: "userId",
    events: ["decision.proposed", "brief.ready", "run.failed"],
    isForModels: false,
  },
  {
    activity: "Invitations",
    legalBasis: "Contract",
    purpose: "Let people join",
    dataTypes: ["Email", "Role"],
    tables: ["company_invitations"],
    keptAs: "email",
    events: ["invitation.created", "invitation.renewed", "invitation.revoked", "user.joined"],
    isForModels: false,
  },
  {
    activity: "Changed settings",
    legalBasis: "Legitimate interest",
    purpose: "Show who changed a setting",
    dataTypes: ["Name", "Setting"],
    tables: ["model_prices", "model_connections", "model_privacy", "autopilots", "explore_pins", "metric_imports"],
    keptAs: "changedBy",
    events: ["models.connected", "models.privacy_changed", "autopilot.changed", "explore.pinned", "metric.imported"],
    isForModels: false,
  },
  {
    activity: "Privacy choices and requests",
    legalBasis: "Legal obligation",
    purpose: "Prove what you agreed to and asked for",
    dataTypes: ["Setting", "Date"],
    tables: ["consents", "privacy_exports", "erasures"],
    keptAs: "kind",
    events: ["consent.given", "consent.withdrawn", "privacy.exported", "privacy.deleted"],
    isForModels: false,
  },
];
