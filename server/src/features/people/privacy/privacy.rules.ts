import {
  audiences,
  openRule,
  profileFields,
  type Audience,
  type FieldRules,
  type ProfileField,
} from '#contract/people/audiences.ts';

/**
 * The viewer's relationship to a person. `known` is a connection or an advisor of the school. `full` is the person or
 * an admin, and views of restricted fields by admins are recorded.
 */
export type Relationship = 'stranger' | 'known' | 'full';

const sees: Record<Relationship, number> = { stranger: 0, known: 1, full: 2 };
const choiceNone = 3;
const unlistedBit = 4;
const holdBit = 8;

/** A person's choice for one field, and their restrictions. */
export interface Choice {
  readonly audiences: Readonly<Record<string, string>>;
  readonly is_listed: boolean;
  readonly has_hold: boolean;
}

const rank = (audience: Audience): number => audiences.indexOf(audience);

/**
 * Returns the rank of a field's effective audience: the school's lock, then the person's choice, then the school's
 * default. A private or withheld profile narrows it.
 */
const rankOf = (
  rules: FieldRules,
  field: ProfileField | undefined,
  choice: number,
  isNarrowed: boolean,
): number => {
  const rule = field === undefined ? openRule : (rules[field] ?? openRule);
  const chosen = rule.isLocked || choice === choiceNone ? rank(rule.audience) : choice;
  return isNarrowed ? Math.max(chosen, rank('connections')) : chosen;
};

const choiceOf = ({ audiences: own }: Pick<Choice, 'audiences'>, field: ProfileField): number => {
  const position = audiences.findIndex((audience) => audience === own[field]);
  return position === -1 ? choiceNone : position;
};

/** Returns the audience of a person's field. */
export const audienceOf = (
  rules: FieldRules,
  field: ProfileField,
  subject: Choice,
  isAlwaysListed: boolean,
): Audience => {
  const narrowed = subject.has_hold || (!subject.is_listed && !isAlwaysListed);
  // The rank is an index of the three audiences.
  return audiences[rankOf(rules, field, choiceOf(subject, field), narrowed)] as Audience;
};

/** Returns whether a viewer with this relationship sees fields with this audience. */
export const isSeenBy = (relationship: Relationship, audience: Audience): boolean =>
  rank(audience) <= sees[relationship];

/** Returns the audience number of a field without a choice. */
export const unchosenNumber = (field: ProfileField): number =>
  (profileFields.indexOf(field) + 1) * 16 + choiceNone;

/**
 * Returns the audience numbers of the inverted tables (audience_of() in the database: field × 16 + choice + 4 if
 * private + 8 if withheld) that a viewer with this relationship sees under the school's rules. The same rule as
 * audienceOf(), as a list.
 */
export const audienceNumbers = (rules: FieldRules, relationship: Relationship): number[] => {
  const seen: number[] = [];
  for (const [index, field] of [undefined, ...profileFields].entries()) {
    for (let low = 0; low < 16; low += 1) {
      const isNarrowed = (low & (unlistedBit | holdBit)) !== 0;
      if (rankOf(rules, field, low & 3, isNarrowed) <= sees[relationship])
        seen.push(index * 16 + low);
    }
  }
  return seen;
};

/** Audience numbers as bits for `get_bit` in the database: bit n is in byte n / 8, counted from the right. */
export interface AudienceSet {
  readonly bits: Buffer;
  readonly has: (number: number) => boolean;
}

/** The set has a bit for every audience number: 16 for each field and for the presence. */
const setBytes = (profileFields.length + 1) * 2;

const setOf = (numbers: readonly number[]): AudienceSet => {
  const bits = Buffer.alloc(setBytes);
  for (const number of numbers) bits[number >> 3] = (bits[number >> 3] ?? 0) | (1 << (number & 7));
  const known = new Set(numbers);
  return { bits, has: (number) => known.has(number) };
};

/** The audiences of everyone that a viewer sees, and the additional ones of connections. Null if there are none. */
export interface VisibleAudiences {
  readonly forEveryone: AudienceSet;
  readonly forConnections: AudienceSet | null;
}

const seenByRules = new WeakMap<FieldRules, Map<Relationship, VisibleAudiences>>();

/**
 * Returns the audiences of people with the relationship `wide` that a viewer sees, and the additional ones of
 * connections.
 */
export const visibleAudiences = (rules: FieldRules, wide: Relationship): VisibleAudiences => {
  const byRelationship = seenByRules.get(rules) ?? new Map<Relationship, VisibleAudiences>();
  seenByRules.set(rules, byRelationship);
  const made = byRelationship.get(wide);
  if (made !== undefined) return made;
  const everybody = audienceNumbers(rules, wide);
  const more = audienceNumbers(rules, 'known').filter((number) => !everybody.includes(number));
  const seen = {
    forEveryone: setOf(everybody),
    forConnections: wide === 'stranger' && more.length > 0 ? setOf(more) : null,
  };
  byRelationship.set(wide, seen);
  return seen;
};
