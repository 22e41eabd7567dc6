/** One way personal data is processed. How long the data is kept comes from the data registry. */
export type ProcessingActivity = {
  activity: string;
  legalBasis: "Contract" | "Legitimate interest" | "Consent" | "Legal obligation";
  purpose: string;
  dataTypes: readonly string[];
  /** Its tables; the first is the one whose rows are counted. */
  tables: readonly [string, ...string[]];
  /** The column of the first table whose retention period in the registry applies. */
  keptAs: string;
  /** The newest of these in the journal is when it last happened. */
  events: readonly string[];
  /** Whether a language model may read it. */
  isForModels: boolean;
};

const words = (text: string) => text.split(/\s+/) as [string, ...string[]];

export const activities: readonly ProcessingActivity[] = [
  {
    activity: "Sign-in and sessions",
    legalBasis: "Contract",
    purpose: "Keep accounts safe",
    dataTypes: ["Name", "Email", "IP address", "Browser", "Second factor"],
    tables: words(`users sessions person_keys idempotency_keys password_links sign_in_steps authenticators passkeys
      recovery_codes linked_identities api_tokens assistants assistant_states`),
    keptAs: "email",
    events: words(`company.registered user.joined user.logged_in user.logged_out user.sign_in_failed
      user.password_changed user.profile_changed user.authenticator_added user.passkey_added user.identity_linked token.created
      assistant.connected`),
    isForModels: false,
  },
  {
    activity: "Journal",
    legalBasis: "Legitimate interest",
    purpose: "Prove who did what",
    dataTypes: ["Action", "Time", "Encrypted IP address"],
    tables: ["journal", "journal_heads", "anchors", "grants", "audit_verifications"],
    keptAs: "sealed",
    events: words(`company.registered user.logged_in decision.approved decision.rejected task.updated
      privacy.exported`),
    isForModels: false,
  },
  {
    activity: "Decisions",
    legalBasis: "Legitimate interest",
    purpose: "Show who decided what",
    dataTypes: ["Name", "Decision", "Reason"],
    tables: words(`decisions agents forecasts forecast_corrections promotion_history promotion_rules policy_versions
      backtests oversight_findings`),
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
    tables: ["chat_turns", "agent_runs", "agent_run_steps", "questions"],
    keptAs: "message",
    events: ["chat.sent", "chat.answered", "run.started", "run.finished"],
    isForModels: true,
  },
  {
    activity: "Customer and supplier records",
    legalBasis: "Contract",
    purpose: "Answer, invoice, forecast",
    dataTypes: ["Name", "Email", "Phone", "Notes"],
    tables: words(`customers vendors deals invoices contracts subscriptions tickets bank_accounts transactions
      transaction_rules ledger payments entries imports import_parts import_refusals import_changes import_answers
      party_names record_removals kept_rows resets`),
    keptAs: "email",
    events: ["record.added", "record.changed", "record.imported", "record.removed", "import.undone"],
    isForModels: true,
  },
  {
    activity: "Calendar",
    legalBasis: "Contract",
    purpose: "Answer about meetings and their hours",
    dataTypes: ["Titles of events", "Times", "Number of people"],
    tables: ["calendar_events"],
    keptAs: "title",
    events: ["integration.synced"],
    isForModels: true,
  },
  {
    activity: "Staff records",
    legalBasis: "Contract",
    purpose: "Headcount and payroll",
    dataTypes: ["Name", "Email", "Role", "Monthly cost"],
    tables: ["people", "pay"],
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
    dataTypes: ["Title", "When you read it", "Devices that show them"],
    tables: ["notifications", "need_snoozes", "push_devices", "notice_choices", "calendar_links"],
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
    activity: "What leaves the product, and what programs post",
    legalBasis: "Contract",
    purpose: "Send invitations, lost passwords, notices and what agents deliver; take rows from other programs",
    dataTypes: ["Email", "Message"],
    tables: ["deliveries", "webhook_messages", "incoming_messages", "board_pack_links"],
    keptAs: "sealed",
    events: ["user.password_link_requested", "invitation.created", "user.password_changed"],
    isForModels: false,
  },
  {
    activity: "Tools of servers outside",
    legalBasis: "Contract",
    purpose: "Have executives use the tools you allow; each server gets what a use is given",
    dataTypes: ["What a use of a tool is given"],
    tables: ["tool_servers", "server_tools"],
    keptAs: "name",
    events: ["tool_server.added", "tool_server.tool_chosen"],
    isForModels: true,
  },
  {
    activity: "Mail that executives answer",
    legalBasis: "Contract",
    purpose: "Read the mailboxes you connect, draft and send answers, and learn from your changes to them",
    dataTypes: ["Email", "Name", "Message"],
    tables: ["letters", "mailboxes", "mail_preferences", "mail_promises"],
    keptAs: "sender",
    events: ["mail.mailbox_connected", "mail.drafted", "mail.sent"],
    isForModels: true,
  },
  {
    activity: "Questions asked in Slack",
    legalBasis: "Contract",
    purpose: "Answer in the thread that asked, with the rights of the person who has that email address here",
    dataTypes: ["Question", "Name"],
    tables: ["slack_questions"],
    keptAs: "userId",
    events: [],
    isForModels: false,
  },
  {
    activity: "Changed settings",
    legalBasis: "Legitimate interest",
    purpose: "Show who changed a setting",
    dataTypes: ["Name", "Setting"],
    tables: ["model_prices", "model_accounts", "model_privacy", "connections", "autopilots", "explore_pins"],
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
