import { describe, expect, test } from 'vitest';
import { adviceFor, checkTexts, textsOf } from './check-words.ts';

describe('the words check', () => {
  test.each([
    [
      'Whoever hasn’t answered gets a notification.',
      'Everyone who hasn’t responded gets a notification.',
    ],
    ['Nobody found', 'No results'],
    ['The password is set anew.', 'The password is reset.'],
    ['The sender is told that it failed.', 'The sender gets a notification of the failure.'],
    ['Stands beside your times', 'Shown next to your times'],
    ['Other people write meanwhile.', 'Other people can write at the same time.'],
    ['A member can take back a request.', 'A member can withdraw a request.'],
    ['What is sent twice counts once.', 'A repeated request counts once.'],
    ['There are so many rows.', 'There are 20 rows.'],
    ['The name of the host of the event of the club', 'The club event’s host'],
    ['Links of which one is chosen', 'The chosen link'],
    ['One may undo it.', 'You can undo it.'],
    ['The event goes without a location.', 'The event has no location.'],
  ])('the check finds "%s" and accepts "%s"', (bad, good) => {
    expect(adviceFor(bad)).not.toEqual([]);
    expect(adviceFor(good)).toEqual([]);
  });

  test('the check reads comments, API texts, messages, SQL comments and sentences in docs, but not code', () => {
    const units = [
      ...textsOf(
        'contract/src/clubs/endpoints.ts',
        `/** Lists clubs. */\nconst a = { summary: 'List clubs' }; // Why.\nconst nobody = 'nobody';\nz.string().describe('Name of a club.');`,
      ),
      ...textsOf(
        'server/database/schema/09-clubs.sql',
        '-- Clubs of a school.\n-- They have members.\ncreate table clubs (); ',
      ),
      ...textsOf('web/src/features/clubs/messages/en.json', '{ "clubs.none": "No clubs match" }'),
      ...textsOf(
        'docs/map.md',
        '# Clubs\n\nFirst sentence. Second `nobody` sentence.\n\n```sh\nnobody\n```\n',
      ),
    ];
    expect(units.map(({ kind, line, text }) => [kind, line, text])).toEqual([
      ['comments', 1, 'Lists clubs.'],
      ['comments', 2, 'Why.'],
      ['api', 2, 'List clubs'],
      ['api', 4, 'Name of a club.'],
      ['sql', 1, 'Clubs of a school. They have members.'],
      ['messages', 'clubs.none', 'No clubs match'],
      ['docs', 1, 'Clubs'],
      ['docs', 3, 'First sentence.'],
      ['docs', 3, 'Second `code` sentence.'],
    ]);
  });

  test('the check counts findings per 100 texts of a type', () => {
    const texts = ['Nobody is here.', 'A member joins.', 'A member leaves.', 'An officer decides.'];
    const units = texts.map((text, line) => ({
      kind: 'docs' as const,
      file: 'docs/x.md',
      line,
      text,
    }));
    const docs = checkTexts(units).find(({ kind }) => kind === 'docs');
    expect([docs?.texts, docs?.rate, docs?.findings.map(({ line }) => line)]).toEqual([4, 25, [0]]);
  });
});
