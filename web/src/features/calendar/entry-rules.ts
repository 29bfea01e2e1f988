import { parseDate } from '@internationalized/date';

/** How an entry repeats, as a form offers it. `custom`: a rule that the form does not offer, which stays as it is. */
export type Repeats =
  | 'never'
  | 'daily'
  | 'weekdays'
  | 'weekly'
  | 'fortnightly'
  | 'monthly'
  | 'yearly'
  | 'custom';

const rules: Record<Exclude<Repeats, 'never' | 'custom'>, string> = {
  daily: 'FREQ=DAILY',
  weekdays: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  weekly: 'FREQ=WEEKLY',
  fortnightly: 'FREQ=WEEKLY;INTERVAL=2',
  monthly: 'FREQ=MONTHLY',
  yearly: 'FREQ=YEARLY',
};

/** A rule as the form has it: how it repeats, and its last day. */
export const readRule = (rule: string | null): { repeats: Repeats; until: string | null } => {
  if (rule === null) return { repeats: 'never', until: null };
  const until = /;UNTIL=(\d{4})(\d\d)(\d\d)/.exec(rule);
  const bare = rule.replace(/;UNTIL=[^;]*/, '');
  const found = Object.entries(rules).find(([, text]) => text === bare);
  return {
    repeats: (found?.[0] as Repeats | undefined) ?? 'custom',
    until: until ? `${until[1]}-${until[2]}-${until[3]}` : null,
  };
};

/** The rule of a form; `before` where it stays as it is. */
export const writeRule = (
  repeats: Repeats,
  until: string | null,
  before: string | null,
): string | null => {
  if (repeats === 'never') return null;
  if (repeats === 'custom') return before;
  const same = readRule(before);
  if (same.repeats === repeats && same.until === until) return before;
  return `${rules[repeats]}${until === null ? '' : `;UNTIL=${parseDate(until).toString().replaceAll('-', '')}`}`;
};
