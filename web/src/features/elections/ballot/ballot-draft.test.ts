import { describe, expect, test } from 'vitest';
import type { Candidate, Contest } from '#contract/elections/endpoints.ts';
import {
  choicesAfter,
  emptyDraft,
  fitDraft,
  hasSameVotes,
  readDraft,
  votesOf,
  writeInChoice,
  writeInName,
} from './ballot-draft.ts';

const candidate = (id: string, isWithdrawn = false): Candidate => ({
  id,
  name: `Candidate ${id}`,
  uid: null,
  photoUrl: null,
  hasOwnPicture: false,
  statement: '',
  videoUrl: null,
  isWithdrawn,
});
const contest = (more: Partial<Contest> = {}): Contest => ({
  id: '7',
  title: 'Chair',
  kind: 'ranked',
  method: 'irv',
  seats: 1,
  max: 3,
  allowsWriteIns: false,
  needsMajority: false,
  share: null,
  candidates: ['1', '2', '3', '4'].map((id) => candidate(id)),
  lots: null,
  ...more,
});

describe('choices in a contest', () => {
  const ranked = contest();

  test('ranking inserts a candidate at a rank or moves one who is already ranked', () => {
    expect(choicesAfter(ranked, ['1', '2'], { kind: 'rank', choice: '3', rank: 1 })).toEqual([
      '3',
      '1',
      '2',
    ]);
    expect(choicesAfter(ranked, ['1', '2', '3'], { kind: 'rank', choice: '3', rank: 2 })).toEqual([
      '1',
      '3',
      '2',
    ]);
    expect(choicesAfter(ranked, ['1'], { kind: 'rank', choice: '2', rank: 9 })).toEqual(['1', '2']);
  });

  test('a contest rejects choices above its maximum, and voters can still remove one', () => {
    expect(choicesAfter(ranked, ['1', '2', '3'], { kind: 'rank', choice: '4', rank: 1 })).toEqual([
      '1',
      '2',
      '3',
    ]);
    const several = contest({ kind: 'several', max: 2 });
    expect(choicesAfter(several, ['1', '2'], { kind: 'toggle', choice: '3' })).toEqual(['1', '2']);
    expect(choicesAfter(several, ['1', '2'], { kind: 'toggle', choice: '1' })).toEqual(['2']);
  });

  test('reordering accepts only the same candidates', () => {
    expect(choicesAfter(ranked, ['1', '2'], { kind: 'order', choices: ['2', '1'] })).toEqual([
      '2',
      '1',
    ]);
    expect(choicesAfter(ranked, ['1', '2'], { kind: 'order', choices: ['2', '3'] })).toEqual([
      '1',
      '2',
    ]);
  });

  test('choosing replaces the only choice, clearing removes it, and a second write-in replaces the first', () => {
    const one = contest({ kind: 'one', max: 1 });
    expect(choicesAfter(one, ['1'], { kind: 'choose', choice: '2' })).toEqual(['2']);
    expect(choicesAfter(one, ['1'], { kind: 'clear' })).toEqual([]);
    expect(
      choicesAfter(ranked, ['1', 'w:Ana'], { kind: 'rank', choice: 'w:Ben', rank: 2 }),
    ).toEqual(['1', 'w:Ben']);
    expect(choicesAfter(ranked, ['1', '2'], { kind: 'remove', choice: '1' })).toEqual(['2']);
  });
});

describe('write-ins', () => {
  test('the device normalizes and encodes the name of a write-in', () => {
    expect(writeInChoice('  Zoë   O’Neil ')).toBe(`w:${encodeURIComponent('Zoë O’Neil')}`);
    // A letter and a combining mark become one letter.
    expect(writeInChoice('Zoe\u0308')).toBe(`w:${encodeURIComponent('Zoë')}`);
    expect(writeInName(writeInChoice('A, B; C: D') ?? '')).toBe('A, B; C: D');
    expect(writeInChoice('A, B; C: D')).not.toMatch(/[,;]/);
  });

  test('a write-in needs a name of 1 to 80 characters that can be encoded', () => {
    expect(writeInChoice('   ')).toBeUndefined();
    expect(writeInChoice('x'.repeat(81))).toBeUndefined();
    expect(writeInChoice('\uD800')).toBeUndefined();
    expect(writeInChoice('x'.repeat(80))).toBeDefined();
  });
});

describe('a ballot draft', () => {
  const draft = { ...emptyDraft, choices: { '7': ['2', '1'], '8': ['yes'] }, seen: ['7'] };
  const question = contest({ id: '8', kind: 'yes_no', candidates: [] });

  test('the votes of a draft include every contest', () => {
    expect(
      votesOf({ ...emptyDraft, choices: { '8': ['no'] } }, { contests: [contest(), question] }),
    ).toEqual({
      '7': [],
      '8': ['no'],
    });
  });

  test('a draft loses a candidate who withdrew and keeps the rest', () => {
    const left = contest({ candidates: [candidate('1'), candidate('2', true), candidate('3')] });
    const fitted = fitDraft(draft, [left, question]);
    expect(fitted.removed).toEqual(['2']);
    expect(fitted.draft).toMatchObject({ choices: { '7': ['1'], '8': ['yes'] }, seen: ['7'] });
  });

  test('a draft stays the same object if all of its choices are on the ballot', () => {
    expect(fitDraft(draft, [contest(), question]).draft).toBe(draft);
  });

  test('a draft survives storage, and invalid data becomes an empty draft', () => {
    const sent = { nonce: 'a'.repeat(32), votes: { '7': ['1'] } };
    const full = { ...draft, sent: [sent], replaces: { receipt: 'R', nonce: 'N' } };
    expect(readDraft(JSON.stringify(full))).toEqual(full);
    for (const broken of [null, '', '{', '[]', '{"choices":{"7":"1"},"seen":[]}', '{"choices":{}}'])
      expect(readDraft(broken)).toEqual(emptyDraft);
    expect(readDraft('{"choices":{},"seen":[],"sent":[{"nonce":1}]}').sent).toEqual([]);
  });

  test('comparing votes respects their order', () => {
    expect(hasSameVotes({ '7': ['1', '2'] }, { '7': ['1', '2'] })).toBe(true);
    expect(hasSameVotes({ '7': ['1', '2'] }, { '7': ['2', '1'] })).toBe(false);
    expect(hasSameVotes({ '7': [] }, { '8': [] })).toBe(false);
  });
});
