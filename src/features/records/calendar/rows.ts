/** An event, with the day and the time in the company's zone at which it begins. */
export type CalendarEvent = {
  /** `meeting`: with other people; `entry`: with nobody else; `day`: of whole days, such as a deadline. */
  kind: "meeting" | "entry" | "day";
  title: string;
  people: number;
  startsAt: Date;
  endsAt: Date;
  day: string;
  time: string;
};
