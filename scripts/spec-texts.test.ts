import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./node24.mjs";

/** Toasts, messages and labels that the specification words. Those of mailboxes and integrations join with them. */
const texts = [
  ["Sign In", "Sign Up", "Invalid email address", "Company name must be at least 2 characters", "Login failed"],
  ["Registration failed", "Logout failed", "Logged out successfully", "You have been logged out of your account."],
  ["Logging out...", "Get Started", "AI Company Control Center", "Loading dashboard...", "Error loading dashboard"],
  ["Please try refreshing the page", "Daily Revenue", "Active Agents", "Decisions Today", "Efficiency Score"],
  ["Autonomous Decision Testing", "Failed to initialize AI workforce", "Data Reset Complete", "Reset Failed"],
  [
    "Are you sure you want to reset all company data? This will delete all agents, decisions, and communications. This action cannot be undone.",
  ],
  ["Failed to reset company data", "AI Workforce Setup Wizard", "Select Roles", "Configure Agents"],
  ["Configure your specialized AI agents with custom roles, capabilities, and decision authority."],
  [
    "Choose Your AI Agent Roles",
    "Next: Configure Agents",
    "Selection Required",
    "Please select at least one agent role.",
  ],
  ["Configure Your AI Agents", "Creating Agents...", "Failed to create agents", "Select at least one agent role"],
  ["Agent name must be at least 2 characters", "Decision Approved", "Decision Rejected", "Action Failed"],
  ["Failed to process decision", "Task Updated", "Update Failed", "Failed to update task", "Status Updated"],
  ["Autonomy Updated", "Failed to update agent status", "Failed to update agent autonomy", "Question Submitted"],
  ["Submission Failed", "Failed to submit question to AI agents", "Question Required"],
  ["Please enter a question for the AI agents", "No communications yet", "Agent communications will appear here"],
  ["Initialize AGI Oversight", "Force System Check", "Stop AGI", "Failed to make autonomous decision"],
  ["Query Processed", "Failed to process query", "Auto-Pilot Updated", "Failed to update auto-pilot settings"],
  ["Monitoring Complete", "Query processed successfully", "Query failed", "Failed to process brain query"],
  ["Pattern detection completed", "Pattern detection failed", "Failed to detect patterns. Please try again."],
  ["Daily reflection generated", "Reflection generation failed", "Brain sync completed", "Brain sync failed"],
  ["Initialize Agent Identity", "No agents found. Create agents in the Agent Setup page first."],
  ["Failed to fetch agents", "Failed to fetch agent profiles", "Please select an industry", "Company Setup Updated"],
  ["Goals must be at least 10 characters", "Please select at least one department", "Failed to update company setup"],
  ["Please specify default task type", "Please select a voice style", "Agent Configuration Updated"],
  ["Failed to update agent configuration", "No agent selected", "Command Executed", "Failed to execute command"],
  ["No Activity Yet", "Just now", "No integrations connected yet", "Contact support to update company information"],
  ["7 years", "Privacy settings updated", "Your privacy preferences have been saved successfully."],
  ["Failed to update privacy settings. Please try again.", "Data exported successfully", "Export failed"],
  ["Your personal data has been downloaded as a JSON file.", "Failed to export your data. Please try again."],
  ["Confirmation required", "Please type 'DELETE' to confirm permanent data deletion.", "Data deletion successful"],
  ["All your personal data has been permanently deleted.", "Deletion failed"],
  ["Failed to delete your data. Please contact support.", "404 Page Not Found"],
].flat();

const source = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
  .map((name) => readFileSync(join(root, "src", name), "utf8"))
  .join("\n")
  .replaceAll(/\s+/g, " ");

test("every text of the specification stands word for word in the product", () => {
  expect(texts.filter((text) => !source.includes(text))).toEqual([]);
});
