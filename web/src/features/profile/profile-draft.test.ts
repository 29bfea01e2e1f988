import { expect, test } from 'vitest';
import type { AuthenticatedUser } from '#contract/people/endpoints.ts';
import { changeOf, draftOf } from './profile-draft.ts';

const ana = {
  uid: '7',
  firstName: 'Ana',
  lastName: 'Silva',
  genderPronoun: 'she/her',
  city: null,
  bio: '<p>Hi</p>',
  languages: [{ language: 'Spanish', iconUrl: null }],
  interests: [{ interest: 'Chess' }],
  currentAddress: 'Calle 1[[SEP]] Panama',
} as AuthenticatedUser;

test('an unchanged draft sends nothing', () =>
  expect(changeOf(draftOf(ana), draftOf(ana))).toBeNull());

test('[CARD-08] the form shows [[SEP]] as a comma', () =>
  expect(draftOf(ana).currentAddress).toBe('Calle 1, Panama'));

test('a draft sends only changes, and sends cleared fields as null', () => {
  const saved = draftOf(ana);
  expect(
    changeOf(
      {
        ...saved,
        genderPronoun: ' ',
        city: ' Lyon ',
        interests: ['Chess', 'Film'],
        bio: '<p>Hi <strong>you</strong></p>',
      },
      saved,
    ),
  ).toEqual({
    genderPronoun: null,
    city: 'Lyon',
    interests: ['Chess', 'Film'],
    bio: '<p>Hi <strong>you</strong></p>',
  });
  expect(changeOf({ ...saved, bio: '' }, saved)).toEqual({ bio: null });
});
