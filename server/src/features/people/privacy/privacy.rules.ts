import {
  audiences,
  openRule,
  profileFields,
  type Audience,
  type FieldRules,
  type ProfileField,
} from '#contract/people/audiences.ts';

/**
 * How close a viewer stands to a person. `known`: a connection, or an adviser of the school; `full`: the person and those
 * who run the campus, whose reading of what is not for everyone is recorded.
 */
export type Relationship = 'stranger' | 'known' | 'full';

const sees: Record<Relationship, number> = { stranger: 0, known: 1, full: 2 };
const choiceNone = 3;
const unlistedBit = 4;
const holdBit = 8;

/** What a person has chosen and what holds them back, as far as one field is concerned. */
export interface Choice {
  readonly audiences: Readonly<Record<string, string>>;
  readonly is_listed: boolean;
  readonly has_hold: boolean;
}

const rank = (audience: Audience): number => audiences.indexOf(audience);

/** Rank of the audience a field has in the end: the school's lock before the person's choice before the school's default; never wider than a private or held profile. */
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

/** Whom a field of a person reaches. */
export const audienceOf = (
  rules: FieldRules,
  field: ProfileField,
  subject: Choice,
  isAlwaysListed: boolean,
): Audience => {
  const narrowed = subject.has_hold || (!subject.is_listed && !isAlwaysListed);
  // The rank of one of the three audiences.
  return audiences[rankOf(rules, field, choiceOf(subject, field), narrowed)] as Audience;
};

/** Whether a viewer that close sees what has this audience. */
export const isSeenBy = (relationship: Relationship, audience: Audience): boolean =>
  rank(audience) <= sees[relationship];

/** The audience number of a field of which a person chose nothing. */
export const unchosenNumber = (field: ProfileField): number =>
  (profileFields.indexOf(field) + 1) * 16 + choiceNone;

/**
 * The audience numbers of the inverted tables (audience_of() in the database: field × 16 + choice + 4 private + 8 held)
 * that a viewer that close sees under the school's rules. The same rule as audienceOf(), told as a list.
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

/** Audience numbers as the bits that the database asks with `get_bit`: bit n of byte n / 8, counted from the right. */
export interface AudienceSet {
  readonly bits: Buffer;
  readonly has: (number: number) => boolean;
}

/** Every audience number has a place in it: 16 for each field and for the presence. */
const setBytes = (profileFields.length + 1) * 2;

const setOf = (numbers: readonly number[]): AudienceSet => {
  const bits = Buffer.alloc(setBytes);
  for (const number of numbers) bits[number >> 3] = (bits[number >> 3] ?? 0) | (1 << (number & 7));
  const known = new Set(numbers);
  return { bits, has: (number) => known.has(number) };
};

/** What a viewer sees of everybody, and what only their connections show them; null where that is nothing more. */
export interface SeenAudiences {
  readonly ofEverybody: AudienceSet;
  readonly ofConnections: AudienceSet | null;
}

const seenByRules = new WeakMap<FieldRules, Map<Relationship, SeenAudiences>>();

/** The audiences that a viewer sees of people to whom they have no relationship closer than `wide`, and beyond it of connections. */
export const seenAudiences = (rules: FieldRules, wide: Relationship): SeenAudiences => {
  const byRelationship = seenByRules.get(rules) ?? new Map<Relationship, SeenAudiences>();
  seenByRules.set(rules, byRelationship);
  const made = byRelationship.get(wide);
  if (made !== undefined) return made;
  const everybody = audienceNumbers(rules, wide);
  const more = audienceNumbers(rules, 'known').filter((number) => !everybody.includes(number));
  const seen = {
    ofEverybody: setOf(everybody),
    ofConnections: wide === 'stranger' && more.length > 0 ? setOf(more) : null,
  };
  byRelationship.set(wide, seen);
  return seen;
};
