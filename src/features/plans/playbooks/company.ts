import { playbooksIn } from "./written.ts";

export const company = playbooksIn(`
tickets: Answer requests
  does work off open tickets
  for answer: ticket; sort: ticket; call: ticket; follow: ticket; collect: ticket; clean: ticket
  > Answer the open support tickets | Work through the customer requests | Clear the ticket backlog
  > Deal with the complaints | Reply to customers who are waiting for an answer | Get the overdue tickets done
  > Sort out the open service cases | Keep the promises we made to customers | Handle the support queue
  > Fix what customers reported | Take care of the repair requests | Call back everyone with an open fault
  > Get back to people with an open complaint | Sort out the customers with an open problem
  > Clear the open jobs in the service list | Get the urgent cases done first
  > Deal with the defects that are still open | Take care of open callbacks | Get open repairs sorted
  read open = tickets, view open, number isNot –, on dueOn, first, 100
  read late = tickets, view overdue
  none No ticket is open. There is nothing to answer.
  say {open.count|ticket} {open.count?is|are} open.
  say {late.count} {late.count?is|are} overdue.
  say The plan starts with {open.first}.
  task Customer Success +1, each open, most 5, hours 2
    Answer [{number} ][for {party}: ]{title}
    Opened on {openedOn}[, {late.dueOn|day} overdue][, priority {priority}][, with {ownerName}].
  goal Customer Success +14
    Close {open.count|open ticket}
    [{late.count} overdue ]on {today}.

incident: Handle incidents
  does handle open incidents
  for answer: incident; sort: incident; why: incident; check: incident
  > Resolve the open incidents | Fix the outage | Investigate the incident | Find out what caused the breakdown
  > Get the system running again | Respond to the security breach | Deal with the failure
  > Handle last week's incidents
  read open = tickets, view incidents, number isNot –, on dueOn, first, 100
  none No incident is open.
  say {open.count|incident} {open.count?is|are} open[, {open.late} overdue], at {open.parties|customer}. The plan resolves {open.first} first, by {by.1}.
  task CTO +1, each open, hours 4
    Resolve [{number} ]for {party}
    {title}; opened on {openedOn}[, {late.dueOn|day} overdue].
  task Operations +7, hours 3, priority medium
    Write down what caused {open.count|incident}
    The oldest has been open since {open.openedOn}.
  goal CTO +14
    Close {open.count|open incident}
    Open on {today}.
  advise Process
    Name one person on call each week
    {open.count|incident} {open.count?is|are} open.
  propose Customer Success +1, hours 2
    Send an update to {open.parties|affected customer}
    {open.whose}. Messages go to customers, so they need your approval.

launch: Launch
  does prepare a launch or a campaign
  for launch: *; plan: campaign; brief: campaign; prepare: campaign
  takes anything
  ahead
  > Launch a new product line by 1 March | Announce the new website | Open a shop in Leeds
  > Introduce the new service | Start a marketing campaign | Plan the spring promotion
  > Bring the new collection to market | Prepare a newsletter to our customers | Run a special offer for Christmas
  > Roll out the new menu | Advertise our new course | Promote the summer sale
  > Run a two-for-one promotion in December | Get the word out about our new service | Plan the opening
  > Prepare an open day | Put together a Christmas campaign
  read customers = customers, view active, isWhole
  read won = deals, view won, sum, on closedOn, by channel, last 180, isWhole
  read requests = tickets, view open, kind is request, isWhole
  read vendors = vendors, view active, isWhole
  say The plan launches {what} by {by.60}.
  say You have {customers.count} active {customers.count?customer|customers} to offer it to.
  say Your best channel is {won.first}: it brought {won.top} in the last 180 days.
  task CMO +5, hours 4
    Set the goal and budget: {what}
    [{customers.count|active customer} can be offered it. ]Name a figure and a day.
  task Operations +10, hours 5
    Check stock, suppliers and delivery: {what}
    [You have {vendors.count|active vendor}. ]What is not ready sets the launch day.
  task CMO +20, hours 8, priority medium
    Prepare the [{won.first} ]campaign: {what}
    [{won.top} came through {won.first} in 180 days. ]One text and one picture for each channel.
  task Legal +15, hours 3, priority medium
    Check names, terms and claims: {what}
    Changing them after the launch is expensive.
  task Customer Success +25, hours 3, priority low
    Prepare answers to customers' questions: {what}
    [{requests.count|open request} {requests.count?shows|show} what customers ask for. ]They come on the first day.
  goal CMO +60
    Launch: {what}
    [To {customers.count|active customer} ]by {by.60}.
  advise Goal
    Decide before the launch what counts as a success
    Name a figure and a day, and the figure at which you stop.
  propose CMO +30, hours 2
    Publish: {what}
    What is published is public, so it needs your approval.

hiring: Hire
  does prepare hiring somebody
  look decided to look for, wage, budget, from when
  for hire: *
  takes anything
  ahead
  > Hire a support agent for 32,000 a year | Recruit two developers | We need another driver | Find a sales rep
  > Hire an accountant | Look for an apprentice | Fill the open position in the kitchen
  > Get us a part-time assistant | Advertise a job for a nurse | Add a technician to the team
  > Find a replacement for the colleague who leaves | Take on seasonal staff | Employ a manager
  > Help me hire somebody | Bring on another electrician by spring | We are two waiters short, sort that out
  > We are short of staff, find people | Get another pair of hands for the workshop | Hire the trainee we agreed
  > Find us a cook | Prepare the hiring of a new colleague | We need more people in the warehouse
  read team = people, view active, isWhole
  read pay = people, view active, sum, by role, isWhole, 100
  read load = tickets, view open, ownerName known, by ownerName, isWhole, 20
  read tickets = tickets, view open, isWhole
  read expenses = figures, name is expenses, latest, isWhole
  say The plan prepares hiring: {what}, with a shortlist by {by.28}.
  say You have {team.count|person|people} on record.
  say You pay {pay.alike}.
  say {tickets.count} {tickets.count?ticket is|tickets are} open[, {load.top} of them with {load.first}].
  say Expenses were {expenses.total} in the last month.
  say Nothing is published before you approve it.
  task Operations +5, hours 3
    Write the job profile: {what}
    It says which work the new colleague takes over[; {load.first} holds {load.top|open ticket}].
  task CFO +5, hours 2
    Check {amount} a year against the budget: {what}
    [Expenses were {expenses.total} in the last month. ]The cost of every year counts.
  task CFO +5, if no amount, hours 2
    Work out what you can pay: {what}
    [You pay {pay.alike}. ][Expenses were {expenses.total} in the last month. ]You name no salary.
  task Legal +14, hours 3, priority medium
    Prepare the employment contract: {what}
    Notice, confidentiality and ownership of work are settled before the offer.
  task Operations +28, hours 10, priority medium
    Interview and shortlist three candidates: {what}
    With the people they will work with.
  goal Operations +60
    Hire: {what}
    [At {amount} a year. ]By {by.60}.
  advise Workload
    Move work from {load.first} before the start date
    {load.top|open ticket} {load.top?waits|wait} for one person.
  propose CFO +7
    Spend {amount} a year: {what}
    A salary is a recurring expense, so it needs your approval.
  decide expense_approval: amount #amount; often yearly; subject Salary: {what}
  propose Operations +10
    Publish the job advert: {what}
    The advert is public, so it needs your approval.

workload: Share out work
  does share out the work of people who have too much
  for share: work ticket customer *
  > Share out the work of the colleague who is ill | Take work off somebody who has too much to do
  > Balance the workload of the team | Arrange cover for the holidays | Reassign the open tickets of a colleague
  > Hand over the work of someone who is leaving | Distribute the open tasks more fairly
  > Find cover while she is on leave | Arrange cover for somebody who is away
  > Who covers for a colleague on holiday? Arrange it | Spread the work better between the teams
  read open = tickets, view open, ownerName known, on dueOn, first, 100
  read load = tickets, view open, ownerName known, by ownerName, isWhole, 20
  none No open ticket names who works on it, so no work can be shared out.
  say {load.first} holds the most of the open tickets: {load.top}.
  say The plan moves {open.count|ticket}.
  task Operations +2, each open, most 5
    Give [{number}, ]{title} to somebody else
    With {ownerName}[, for {customerName}][, due on {dueOn}].

policy: Write a policy
  does prepare a policy
  for write: policy
  takes anything
  ahead
  > Write a travel expenses policy by the end of the month | Draft a remote work policy | Update the privacy policy
  > Write a code of conduct | Set rules for discounts | Introduce guidelines for customer gifts
  > Make a handbook for new employees | Write down how we handle complaints | Define a procedure for purchases
  > Write rules for working from home | Put our refund rules in writing
  read contracts = contracts, view inForce, isWhole
  read bills = invoices, view bills, sum, last 90, isWhole
  say Legal drafts the {what} by {by.7}.
  say It must agree with {contracts.count|contract|contracts} in force.
  say You spent {bills.total} on {bills.count|bill} in the last 90 days.
  task Legal +7, hours 6
    Draft the {what}
    One page: who it applies to, what is allowed, who decides on exceptions.
  task Legal +10, if contracts, hours 3, priority medium
    Check the {what} against {contracts.count|contract}
    What they promise cannot be changed by a policy.
  task Operations +14, hours 2, priority low
    Plan how the {what} is introduced
    Who is told, when, and where it is kept.
  advise Review
    Set a date for the next review
    A year is usual. Without a date nobody checks whether it still fits.
  propose Legal +21
    Publish the {what}
    Once published it binds everyone, so it needs your approval.
`);
