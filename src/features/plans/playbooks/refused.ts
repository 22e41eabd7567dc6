import type { Refused } from "./playbook.ts";
import { slotsOf } from "./written.ts";

/** What it is asked for and cannot do, recognized like a plan: "id, nearest plan: what it cannot", then examples. */
export const refused: readonly Refused[] = `
money, bills: I cannot move money
  for transfer: *
  > Transfer £5,000 to my account | Send money to the landlord | Wire the salary to the employees
  > Pay out the bonus | Buy shares of Apple tomorrow | Withdraw cash

buying, offers: I cannot buy or book anything
  for order: *
  > Book a flight to Berlin for Tuesday | Order more coffee for the kitchen | Hire a car for the weekend
  > Buy a new printer | Reserve a table for six | Send flowers to my mother | Order spare parts
  > Order 60 m2 of tiles for a job | Buy materials for the site

deleting, audit: I cannot delete records or people's access by a command
  for erase: *
  > Delete all customers from the database | Remove the old invoices | Erase the records
  > Retrieve the payment password | Reset the password

people, workload: I cannot dismiss anybody or judge people
  for dismiss: *
  > Fire the marketing director | Start a round of layoffs | Dismiss the driver | Find the employee who stole cash
  > Give everyone a raise

texts, meeting: I cannot write, design or translate that without a language model
  > Write a poem about our company | Translate the website into French | Design a new logo for us
  > Prepare slides about our customers | Tell me a joke about accountants | Prepare an offer for the customer
  > Prepare an invoice for the customer | Write a blog post | Sing happy birthday to Owen

calling, callback: I cannot telephone
  for phone: *
  > Ring the customer for me now | Phone the office and ask for the permit | Call the customer right now and get the money

calendar, meeting: I have no calendar
  > Move the meeting to Thursday morning | Schedule a call with the team | Cancel my appointment tomorrow
  > Put the dentist into my calendar | Remind me to call my wife

hands, rows: I cannot do that
  > Paint the office walls blue | Water the plants on the third floor | Count the chairs in the meeting room
  > Clean the kitchen | Repair the coffee machine | Put the drone up and photograph the roof
  > Drive to the customer and pick up the parts | Take photos of the shop | Install the new router
  > Introduce a new CRM system for sales | Run a customer satisfaction survey | Start a customer advisory board
  > Find new customers in Scotland | The weather is nice in London today

rules, watch: I keep no standing rules that a command sets
  for warn: *
  > Alert me when stock is low | Send me a report every Monday
  > Notify me if a bill is over 5,000 | Tell me as soon as a customer pays | From now on always check every invoice

filing, books: I cannot file, sign or register anything with an authority
  for file: *
  > File our VAT return for the September quarter | Submit the tax return to the tax office | Register the company
  > Sign the contract for me | Apply for the building permit | Declare the sales tax
`
  .trim()
  .split("\n\n")
  .map((text) => {
    const [head = "", ...lines] = text.split("\n");
    const [, id = "", nearest = "", cannot = ""] = /^(\w+), ([\w-]+): (.+)$/.exec(head) ?? [];
    const examples = lines.flatMap((line) => (line.startsWith("  > ") ? line.slice(4).split(" | ") : []));
    const slots = lines.find((line) => line.startsWith("  for "))?.slice(6) ?? "";
    return { id, nearest, cannot, examples, for: slotsOf(slots) };
  });
